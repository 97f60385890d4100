import type { Command } from 'commander'
import type { EndedOffer } from '../offers/end-offer.ts'
import { endOffersThatAreOver, previewEnds } from '../offers/end-offers.ts'
import { extendOffer } from '../offers/extend-offer.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readNumber } from '../../operator/values.ts'

type ExtendOptions = { loan: string; until: string; yes?: boolean }

/** `offers`: extensions by an operator. */
export function addOffers(offers: Command, terminal: Terminal): void {
  addCommand(offers, {
    use: 'extend',
    description:
      'memperpanjang penawaran pinjaman yang belum didanai penuh, melewati aturannya; Pemberi Dananya diberi tahu',
    example: 'offers extend --loan PMT-2026-000123 --until 2026-12-31',
    writes: true,
  })
    .requiredOption('--loan <number>', 'pinjamannya', readNumber)
    .requiredOption(
      '--until <date>',
      'hari terakhir yang baru, YYYY-MM-DD, paling lama 90 hari sesudahnya',
      readDate,
    )
    .option('--yes', 'menegaskan hari yang melewati perjanjian Pemberi Dana')
    .action((options: ExtendOptions, command: Command) =>
      runCommand(terminal, command, (tools) => extend(tools, options)),
    )
}

async function extend({ act }: CommandTools, { loan, until, yes = false }: ExtendOptions) {
  const done = await act(extendOffer, { loanNumber: loan, until, beyondAgreements: yes })
  return {
    exit: 0 as const,
    lines: [
      `${loan} ditawarkan sampai ${done.extendedUntil}, sebelumnya sampai ${done.offerUntil}; ${done.lenders} Pemberi Dana diberi tahu`,
    ],
    data: { loanNumber: loan, ...done },
  }
}

/** `repair offers`: ends offers, as the worker does every minute. */
export function addEndOffers(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'offers',
    description:
      'menjalankan aturan bagi penawaran yang sudah berakhir dan pinjaman yang tidak dicairkan tepat waktu, seperti worker setiap menit',
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
    lines: [...offers.map(formatEndedOffer), `${offers.length} pinjaman`],
    data: { offers },
  }
}

function formatEndedOffer({ loanNumber, decision, total, funded, extendedUntil }: EndedOffer): string {
  const how =
    decision === 'EXTENDED'
      ? `tetap ditawarkan sampai ${extendedUntil}`
      : decisionWords[decision ?? 'CANCELLED']
  return `${loanNumber}: ${funded} dari ${total} didanai, ${how}`
}

const decisionWords = {
  EXTENDED: 'tetap ditawarkan',
  PAID_OUT: 'dicairkan dengan yang sudah didanai',
  CANCELLED: 'dibatalkan, semua uang dikembalikan',
} as const
