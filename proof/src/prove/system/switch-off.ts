import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sabotaged } from '../../sabotages/sabotage.ts'
import { sabotages } from '../../sabotages/table.ts'

// Loaded into a process before anything else (node --import): the rule named by PROVE_SABOTAGE is switched off in the
// text of its file when that is loaded. The file itself stays as it is.

const sabotage = sabotages.find(({ name }) => name === process.env['PROVE_SABOTAGE'])
if (sabotage) {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const changed = pathToFileURL(path.join(root, sabotage.file)).href
  const source = sabotaged(root, sabotage)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      return url === changed ? { ...loaded, source } : loaded
    },
  })
}
