import type { Command } from 'commander'
import {
  type EndedOffer,
  endOffersThatAreOver,
  extendOffer,
  type OfferRule,
  previewEnds,
} from '../offers/index.ts'
import { addGroup, addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber } from '../../operator/values.ts'

type ExtendOptions = { loan: string; until: string; yes?: boolean }

/** `offers`: extensions by an operator. */
export function addOffers(program: Command, terminal: Terminal): void {
  const offers = addGroup(program, 'offers', 'loans on the marketplace')
  addCommand(offers, {
    use: 'extend',
    description:
      'extend the offer of a loan that is not fully funded, beyond its rule; its lenders are notified',
    example: 'offers extend --loan PMT-2026-000123 --until 2026-12-31',
    writes: true,
  })
    .requiredOption('--loan <number>', 'the loan', readNumber)
    .requiredOption('--until <date>', 'its new last day, YYYY-MM-DD, at most 90 days later', readDate)
    .option('--yes', 'confirm a day beyond what the lenders’ agreements allow')
    .action((options: ExtendOptions, command: Command) =>
      runCommand(terminal, command, (tools) => extend(tools, options)),
    )
}

async function extend({ act }: CommandTools, { loan, until, yes = false }: ExtendOptions) {
  const done = await act(extendOffer, { loanNumber: loan, until, beyondAgreements: yes })
  return {
    exit: 0 as const,
    lines: [
      `${loan} is offered until ${done.extendedUntil}, before until ${done.offerUntil}; ${done.lenders} lenders notified`,
    ],
    data: { loanNumber: loan, ...done },
  }
}

/** `repair offers`: ends offers, as the worker does every minute. */
export function addEndOffers(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'offers',
    description:
      'apply the offer rules to expired offers and loans not disbursed in time, as the worker does every minute',
    example: 'repair offers --dry-run',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, endOffers))
}

async function endOffers({ context, actor, dryRun }: CommandTools) {
  const offers: EndedOffer[] = []
  if (dryRun) offers.push(...(await previewEnds(context, actor)))
  else await endOffersThatAreOver(context, { actor, onEnded: (ended) => offers.push(ended) })
  return {
    exit: 0 as const,
    lines: [...offers.map(formatEndedOffer), `${offers.length} loans`],
    data: { offers },
  }
}

function formatEndedOffer({ loanNumber, decision, total, funded, extendedUntil }: EndedOffer): string {
  const how =
    decision === 'EXTENDED' ? `offered on until ${extendedUntil}` : decisionWords[decision ?? 'CANCELLED']
  return `${loanNumber}: ${funded} of ${total} funded, ${how}`
}

const decisionWords = {
  EXTENDED: 'offered on',
  PAID_OUT: 'to be paid out with what is funded',
  CANCELLED: 'cancelled, all money back',
} as const

export function formatOfferRule({ extendDays, extendTimes, payOutSharePpm, payOutDays }: OfferRule): string {
  const extended = extendTimes > 0 ? `extended by ${extendDays} days up to ${extendTimes} times, then ` : ''
  const paid =
    payOutSharePpm === null ? '' : `paid out from ${payOutSharePpm / 1_000_000} of its total, else `
  return `not full at the end of its offer: ${extended}${paid}cancelled; not paid out ${payOutDays} days after: cancelled`
}
