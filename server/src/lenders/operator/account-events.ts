import type { Command } from 'commander'
import { accountEvents } from '../auth/events.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

/** `account events`: the audit events of a lender's account, to answer a lender's question or investigate an attack. */
export function addAccount(account: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(account, {
      use: 'events',
      description:
        'menampilkan peristiwa terbaru sebuah akun: login, kode, kata sandi, dan perubahan oleh staf',
      example: 'account events --phone 81234567890 --limit 20',
      writes: false,
    }),
    readId,
  )
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .action(({ phone, ...window }: PageOptions & { phone: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const lenderId = await lenderOf(context, phone)
        const events = await accountEvents(context.db, lenderId, oneMore(window))
        const result = pageResult(
          'events',
          cutPage(events, window.limit, ({ id }) => id),
          ({ at, operation, outcome, actor, requestId, source }) =>
            `${momentText(at)} ${operation} ${outcome} oleh ${actor}${source ? ` dari ${source}` : ''}${requestId ? ` permintaan ${requestId}` : ''}`,
        )
        return { ...result, data: { lenderId, ...result.data } }
      }),
    )
}
