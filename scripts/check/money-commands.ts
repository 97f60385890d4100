import { verbs } from '../../proof/src/fail-points/verbs/index.ts'
import { moneyCommands } from './boundaries/money-commands.ts'
import { moneyOperations } from '../../server/src/main/index.ts'
import { report } from './findings.ts'
import { root } from './tree.ts'

// `npm run money-commands`: finds the commands that move money in the source of the server, and checks that
// `npm run fail-points -w proof` kills a process at each step of each of them.

const killed = new Set(verbs.flatMap(({ commands }) => commands))
const found = moneyCommands(root)
const unseen = found
  .filter(({ operation }) => !moneyOperations.includes(operation))
  .map(({ operation, file, line }) => ({
    file,
    line,
    message: `${operation} moves money, and server/src/main/today/money-operations.ts does not name it`,
  }))
const findings = found
  .filter(({ operation }) => !killed.has(operation))
  .map(({ operation, file, line }) => ({
    file,
    line,
    message: `${operation} moves money, and no verb of proof/src/fail-points/verbs executes it`,
  }))
report('money-commands', [...findings, ...unseen], `${found.length} commands that move money`)
