import { verbs } from '../../proof/src/fail-points/verbs/index.ts'
import { secondPairOperations } from '../../server/src/staff/testing.ts'
import { moneyCommands, staffCommands } from './boundaries/money-commands.ts'
import { moneyOperations } from '../../server/src/main/index.ts'
import { type Finding, report } from './findings.ts'
import { root } from './tree.ts'

// `npm run money-commands`: finds the commands that move money in the source of the server, and checks that
// `npm run fail-points -w proof` kills a process at each step of each of them. Of each command that staff may run it checks
// that it says whether it needs a second pair of eyes.

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

const ofStaff = staffCommands(root)
const undeclared = ofStaff
  .filter(({ declares }) => declares === null)
  .map(({ operation, file, line }) => ({
    file,
    line,
    message: `${operation} may be run by staff: beside permit it declares either secondPair (it gives money, access or terms, or sets rules) or withoutSecondPair with the reason`,
  }))
const asking = ofStaff.filter(({ declares }) => declares === 'secondPair')
const unlisted = asking
  .filter(({ operation }) => !secondPairOperations.includes(operation))
  .map(({ operation, file, line }) => ({
    file,
    line,
    message: `${operation} needs a second pair, and server/src/staff/approvals/operations.ts does not name it`,
  }))
const stale = secondPairOperations
  .filter((name) => !asking.some(({ operation }) => operation === name))
  .map(
    (name): Finding => ({
      file: 'server/src/staff/approvals/operations.ts',
      message: `${name} is no command that declares secondPair`,
    }),
  )
report(
  'money-commands',
  [...findings, ...unseen, ...undeclared, ...unlisted, ...stale],
  `${found.length} commands that move money, ${asking.length} of ${ofStaff.length} of staff need a second pair`,
)
