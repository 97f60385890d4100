import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../../server/src')

/** Matches calls of the ledger functions that move or hold money. */
const moves =
  /\b(post|postMany|reserve|settle|settleParts|settleMany|release|releaseMany|reverseJournal|advanceCash|collectReceivables|setOff|claimShortfalls)\b[^;]*from '\.\.\/ledger\/index\.ts'/s

const oneTransaction = 'not tried yet: one transaction of an operator, without a call of a neighbour'

/** Commands that have no trial although they move money or share a file with such commands, each with the reason. */
const withoutTrial: Readonly<Record<string, string>> = {
  assignSuspense: oneTransaction,
  returnSuspense: oneTransaction,
  resolveConflict: oneTransaction,
  chargeWithdrawal: oneTransaction,
  matchBankLine: oneTransaction,
  returnedByBank: oneTransaction,
  takeOverLoan: oneTransaction,
  endOffer: oneTransaction,
  extendOffer: oneTransaction,
  collectOwed: 'not tried yet: only what a correction has left owing, by a task that decides by the balance',
  giveUpBulkLoan: 'only after a loan of a bulk funding has failed again and again',
  resetWithdrawal: 'only where a bank certainly has not taken an order',
  stampBulkDocuments: 'moves no money, and only with an authority for time stamps',
}

/** The names of commands that call the ledger to move money, directly or through a file of their folder. */
function moneyCommands(): string[] {
  const files = new Map(
    globSync('**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
  const moving = new Set([...files].filter(([, text]) => callsLedger(text)).map(([file]) => file))
  for (let before = -1; before !== moving.size; ) {
    before = moving.size
    for (const [file, text] of files) {
      const beside = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name = '']) =>
        path.join(path.dirname(file), name),
      )
      if (beside.some((other) => moving.has(other))) moving.add(file)
    }
  }
  return [...moving]
    .flatMap((file) => [...(files.get(file) ?? '').matchAll(/operation: '(\w+)',\n\s+permit/g)])
    .map(([, operation = '']) => operation)
    .sort()
}

const callsLedger = (text: string): boolean =>
  [...text.matchAll(/import \{[^}]*\} from '[^']*'/g)].some(([line]) => moves.test(line))

/** The commands that move money but pass none of these fail points. */
export const uncovered = (points: readonly string[]): string[] =>
  moneyCommands().filter(
    (operation) =>
      !(operation in withoutTrial) && !points.some((point) => new RegExp(`\\b${operation}:`).test(point)),
  )
