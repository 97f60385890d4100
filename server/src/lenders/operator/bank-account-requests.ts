import type { Command } from 'commander'
import { acceptanceOf, refuseBankAccount } from '../profile/account-request/decide.ts'
import { openRequests, requestInWords } from '../profile/account-request/list.ts'
import { storeBankAccount } from '../profile/bank-account.ts'
import { addCommand, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

/** `lenders bank-account-requests`, `accept-bank-account` and `refuse-bank-account`: what lenders ask for on their screen. */
export function addBankAccountRequests(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'bank-account-requests',
    description:
      'menampilkan permintaan rekening tujuan yang menunggu keputusan, dengan pemeriksaan nama oleh bank',
    example: 'lenders bank-account-requests',
    writes: false,
  })
    .option('--limit <count>', 'paling banyak sekian baris, sampai 1000', readCount(1000), 100)
    .action(({ limit }: { limit: number }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const rows = await openRequests(context.db, { limit })
        const requests = rows.map(({ id, lenderId, phone, at, expiresAt, bankSays, ...row }) => ({
          ...{
            id,
            lenderId,
            phone,
            bankCode: row.bankCode,
            lastDigits: row.accountNumber.slice(-4),
            bankSays,
          },
          ...{ at: at.toISOString(), expiresAt: expiresAt.toISOString() },
        }))
        return {
          exit: 0,
          lines: [
            ...rows.map((row) => `${row.phone} sejak ${momentText(row.at)}: ${requestInWords(row)}`),
            `${rows.length} permintaan`,
          ],
          data: { requests },
        }
      }),
    )
  addCommand(lenders, {
    use: 'accept-bank-account',
    description:
      'menerima rekening tujuan yang diminta Pemberi Dana di layarnya; penarikan yang sedang berjalan tetap ke rekening sebelumnya',
    example: 'lenders accept-bank-account --phone 81234567890',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        await act(storeBankAccount, await acceptanceOf(context.db, lenderId))
        return {
          exit: 0,
          lines: [`permintaan rekening tujuan Pemberi Dana ${lenderId} diterima`],
          data: { lenderId },
        }
      }),
    )
  addCommand(lenders, {
    use: 'refuse-bank-account',
    description: 'menolak rekening tujuan yang diminta Pemberi Dana di layarnya',
    example: 'lenders refuse-bank-account --phone 81234567890 --reason "nama pemilik rekening berbeda"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--reason <text>', 'alasan, yang dibaca Pemberi Dana', readText(200))
    .action(({ phone, reason }: { phone: string; reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ context, act }) => {
        const lenderId = await lenderOf(context, phone)
        await act(refuseBankAccount, { lenderId, reason })
        return {
          exit: 0,
          lines: [`permintaan rekening tujuan Pemberi Dana ${lenderId} ditolak`],
          data: { lenderId },
        }
      }),
    )
}
