import { startEmbedded } from '/work/suite/server/platform/db/embedded.ts'
const server = await startEmbedded({ dataDir: '/dev/shm/suite-pg', settings: { ...(JSON.parse(process.env['PGX'] ?? '{}') as object), fsync: 'off', full_page_writes: 'off', max_connections: 300, max_wal_size: '512MB' } })
console.log(server.url('postgres'))
process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
setInterval(() => {}, 1000)
