import { sabotaged } from '../../proof/src/sabotages/sabotage.ts'
import { sabotages } from '../../proof/src/sabotages/table.ts'
import { type Finding, report } from './findings.ts'
import { root } from './tree.ts'

// `npm run sabotages`: checks that the source still contains every rule that the proof switches off (docs/proof.md),
// exactly once.

const findings = sabotages.flatMap((sabotage): Finding[] => {
  try {
    sabotaged(root, sabotage)
    return []
  } catch (error) {
    return [{ file: sabotage.file, message: error instanceof Error ? error.message : String(error) }]
  }
})
const names = new Set(sabotages.map(({ name }) => name))
if (names.size !== sabotages.length)
  findings.push({ file: 'proof/src/sabotages/table.ts', message: 'a name is used twice' })
report('sabotages', findings, `${sabotages.length} rules to switch off`)
