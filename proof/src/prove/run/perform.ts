import { summaryOf } from '../../model/dashboard.ts'
import { requestAgain } from './again.ts'
import { holdRound } from './automatic.ts'
import { fundBulk, offerBulk } from './bulk.ts'
import { change, reversePayIn, settle } from './changes.ts'
import { ask, fund } from './fund.ts'
import { recordGiveBack, takeGiveBackBack } from './give-back.ts'
import type { Island } from './island.ts'
import { Breach, type Of, type Operation } from './operation.ts'
import { race } from './race.ts'
import { setNewTerms, takeBackTerms } from './restructuring.ts'
import { changeStaff, decide, propose, runAlone, withdrawProposal } from './second-pair.ts'
import { select } from './select.ts'
import { cancel, disburse, offer } from './offers.ts'
import { recordFile } from './payment-file.ts'
import { record, reverse } from './payments.ts'
import { callBackEarly, sign } from './sign.ts'
import { endStray } from './suspense.ts'
import { takeCashBack, takeLoanBack, takeOverCash, takeOverLoan } from './take-over.ts'
import { withdraw } from './withdraw.ts'

const snapCodes = { CREDITED: '2002500', REPEATED: '2002500', CONFLICT: '4042518' } as const

type Performers = { [Verb in Operation['verb']]: (island: Island, operation: Of<Verb>) => Promise<void> }

const performers: Performers = {
  'pay-in': payIn,
  look,
  ask,
  fund,
  select,
  'offer-bulk': (island, operation) => offerBulk(island, operation),
  'fund-bulk': (island, operation) => fundBulk(island, operation),
  'auto-round': holdRound,
  again: requestAgain,
  race,
  sign,
  decline: sign,
  'call-back': callBackEarly,
  withdraw,
  'give-back': recordGiveBack,
  'undo-give-back': takeGiveBackBack,
  'take-over': takeOverLoan,
  'take-back': takeLoanBack,
  'take-over-cash': takeOverCash,
  'take-cash-back': takeCashBack,
  offer,
  cancel,
  'pay-out': disburse,
  repay: record,
  'repay-file': recordFile,
  reverse,
  'settle-early': settle,
  change,
  restructure: setNewTerms,
  'reverse-restructuring': takeBackTerms,
  'reverse-pay-in': reversePayIn,
  assign: endStray,
  'send-back': endStray,
  propose,
  decide,
  'run-alone': runAlone,
  'withdraw-proposal': withdrawProposal,
  staff: changeStaff,
}

/**
 * Performs one operation through the product's own interfaces, checks the answer against the model, and records what
 * was acknowledged. An operation on something that does not exist, because a shortened list omits its creation, does
 * nothing.
 * @throws Breach for an answer that the rules do not allow
 */
export const perform = <Verb extends Operation['verb']>(
  island: Island,
  operation: Of<Verb> & { verb: Verb },
): Promise<void> => performers[operation.verb](island, operation)

async function payIn(island: Island, operation: Of<'pay-in'>): Promise<void> {
  const { lender, method, id, amount, forged } = operation
  const number = lender === null ? `${method === 1 ? '98800' : '77700'}9999999999` : undefined
  const to = number ?? island.door(lender ?? '').facts.numbers[method]
  const answer = await island.scenario.bank.tell({ id, number: to, amount, method, forged })
  island.scenario.acknowledge({ operation, answer })
  const code = String(answer.body['code'])
  const end = forged ? null : island.books.payIn(id, to, lender, amount)
  if (end === 'CREDITED') island.scenario.bankLines.paid({ id, bank: method, number: to, amount })
  const allowed = end === null ? '4012500' : snapCodes[end]
  if (code !== allowed) throw new Breach(`a bank was answered ${code}, not ${allowed}`, answer, operation)
}

/** Checks the figures on the screens of a lender. Figures that background work still changes are not compared. */
async function look(island: Island, operation: Of<'look'>): Promise<void> {
  const { lender } = operation
  await island.untilFree(lender)
  const isSettled = !island.hasTails(lender)
  const { body } = await island.door(lender).summary()
  const figures = summaryOf(island.books, lender)
  const differs = Object.entries(figures).filter(
    ([name, value]) => (isSettled || name === 'cashBalance') && body[name] !== value,
  )
  if (differs.length > 0)
    throw new Breach('the figures on the screen differ from the model', { model: figures, body }, operation)
}
