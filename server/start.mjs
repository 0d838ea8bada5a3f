#!/usr/bin/env node
/**
 * The one way in: `npm start`, `npm run dev` and every command. Plain JavaScript that imports nothing
 * but Node's own until the rest is known to be installed.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { builtFile, ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

const help = `Sorteo: consola de administración y taquilla para una banca de lotería.

  npm start            instala lo que falte, inicia la base de datos y sirve la consola
  npm run dev          lo mismo, recargando al cambiar el código
  npm run build        prepara la consola y el servidor en dist, para una máquina sin herramientas

Variables de entorno:
  PORT                 puerto del servidor (4000)
  DATABASE_URL         un PostgreSQL 15 o posterior, en lugar del incluido
  REPORTS_DATABASE_URL una réplica para los reportes
  BANCAS               otras bancas: clave=postgres://…;otra=postgres://…
  SORTEO_DATA          carpeta de los datos (data, junto al programa)`

/**
 * Runs a program of the server in this very process, so that signals reach it without a go-between.
 * @param {string} file its source
 * @param {string[]} args
 * @returns {Promise<Record<string, any>>} what the file exports
 */
async function run(file, args) {
  // Traces name the lines that people wrote.
  process.setSourceMapsEnabled(true)
  const built = root + builtFile(file)
  process.argv = [process.argv[0] ?? 'node', built, ...args]
  return import(pathToFileURL(built).href)
}

/** The server, started again at each change, and the console from its sources, side by side. */
function develop() {
  const port = process.env.PORT ?? '4000'
  const server = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/dev.ts']
  const client = ['node_modules/vite/bin/vite.js', '--logLevel', 'warn', '--clearScreen', 'false']
  // A change waits for nobody who would have to hear of it.
  const env = { DRAIN_SECONDS: '0', ...process.env, PORT: port }
  const children = [server, client].map((args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }))
  console.log(`Consola con recarga: http://localhost:5173 (servidor en el puerto ${port})`)
  let left = children.length
  const stop = () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
  }
  for (const child of children) {
    child.on('exit', (code) => {
      left -= 1
      process.exitCode = process.exitCode || code || 0
      if (left > 0) stop()
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const [option, ...rest] = process.argv.slice(2)
process.chdir(root)

if (option === '--help' || option === '-h') {
  console.log(help)
} else if (option === '--dev') {
  await ensureInstalled('all')
  develop()
} else if (option === '--build') {
  if (isBuilt('console') && isBuilt('server')) console.log('La consola y el servidor ya están preparados.')
  else {
    // Whoever asks for a build by name may have the tools brought, in production too.
    await ensureInstalled('all')
    await ensureBuilt(['console', 'server'])
  }
} else if (option === '--run' && rest[0]) {
  await ensureBuilt(['server'])
  await run(rest[0], rest.slice(1))
} else if (option === undefined) {
  // The first time the demo takes longer than the console, and both have room beside each other.
  const { later } = await ensureBuilt(['server'], ['console'])
  const { main } = await run('server/main.ts', [])
  await main(later)
} else {
  console.error(`No se reconoce «${option}».\n\n${help}`)
  process.exitCode = 1
}
