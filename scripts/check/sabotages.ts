import { sabotaged } from '../../proof/src/sabotages/sabotage.ts'
import { consoleSabotages } from '../../proof/src/sabotages/console.ts'
import { sabotages } from '../../proof/src/sabotages/table.ts'
import { type Finding, report } from './findings.ts'
import { root } from './tree.ts'

// `npm run sabotages`: checks that the source still contains every rule that the proof switches off (docs/proof.md),
// exactly once.

const all = [...sabotages, ...consoleSabotages]
const findings = all.flatMap((sabotage): Finding[] => {
  try {
    sabotaged(root, sabotage)
    return []
  } catch (error) {
    return [{ file: sabotage.file, message: error instanceof Error ? error.message : String(error) }]
  }
})
const names = new Set(all.map(({ name }) => name))
if (names.size !== all.length)
  findings.push({ file: 'proof/src/sabotages/table.ts', message: 'a name is used twice' })
report('sabotages', findings, `${all.length} rules to switch off`)
