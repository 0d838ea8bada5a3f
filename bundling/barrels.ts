/**
 * Takes each component and icon from its own file, instead of from the one that names them all: the build then need not
 * read a thousand files to leave them out, and who imports whom is seen (`layers.ts`).
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Packages that name their parts in one file, and that file. */
const barrels: Record<string, string> = { antd: 'es/index.js', '@ant-design/icons': 'es/icons/index.js' }
const asked = new RegExp(`^import \\{([^}]*)\\} from '(${Object.keys(barrels).join('|')})'`, 'gm')

/** Where each part that a barrel names lies, as an import says it. */
function partsIn(root: string, name: string): Map<string, string> {
  const file = `${name}/${barrels[name]}`
  const text = readFileSync(`${root}node_modules/${file}`, 'utf8')
  const folder = file.slice(0, file.lastIndexOf('/'))
  return new Map(
    [...text.matchAll(/^export \{ default as (\w+) \} from ['"]\.\/([^'"]+)['"]/gm)].map(([, part = '', path]) => [
      part,
      `${folder}/${path}`,
    ]),
  )
}

/** For builds only; `root` is the program's folder, with a slash at its end. */
export function withoutBarrels(root: string): Plugin {
  const known = new Map(Object.keys(barrels).map((name) => [name, partsIn(root, name)]))
  return {
    name: 'without-barrels',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /^(?!.*[\\/]node_modules[\\/]).*\.tsx?$/, code: asked },
      handler: (code) =>
        code.replace(asked, (whole, names: string, name: string) =>
          names
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean)
            .map((one) => {
              if (one.startsWith('type ')) return `import { ${one} } from '${name}';`
              const [part = '', local = part] = one.split(' as ')
              const path = known.get(name)?.get(part)
              return path ? `import ${local} from '${path}';` : `import { ${one} } from '${name}';`
            })
            // On as many lines as before, so that an error's place stays true.
            .join(' ')
            .concat(whole.replace(/[^\n]/g, '')),
        ),
    },
  }
}
