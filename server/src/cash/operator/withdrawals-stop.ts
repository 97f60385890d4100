import type { Command } from 'commander'
import { lenderOf } from '../../lenders/operator/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { enterByLine } from '../reconciliation/enter-by-line.ts'
import { stopHeld } from '../withdrawal/end-withdrawal.ts'

/** `withdrawals stop` and `withdrawals enter`: one that must not leave, and one that left and is forgotten. */
export function addStopAndEnter(withdrawals: Command, terminal: Terminal): void {
  addCommand(withdrawals, {
    use: 'stop <withdrawal>',
    description:
      'menghentikan penarikan dana HELD, yang belum di bank mana pun: uangnya kembali milik Pemberi Dana, dan ia diberi tahu',
    example:
      'withdrawals stop 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "Pemberi Dana menelepon: bukan dirinya"',
    writes: true,
  })
    .requiredOption('--note <text>', 'alasan, untuk jejak audit', readText(200))
    .action((withdrawal: string, options: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => stop(tools, readId(withdrawal), options)),
    )
  addCommand(withdrawals, {
    use: 'enter <line>',
    description:
      'mencatat penarikan dana yang dimuat bank dengan referensi kita dan tidak ada dalam pembukuan yang dipulihkan ke saat sebelumnya: Pemberi Dana didebit, kekurangannya menjadi kewajibannya, dan ia diberi tahu',
    example:
      'withdrawals enter 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4f --phone 81234567890 --note "dipulihkan ke 20 November, 14.00"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana pemilik rekening tujuan transfer', readPhone)
    .requiredOption('--note <text>', 'alasan, untuk jejak audit', readText(200))
    .action((line: string, options: EnterOptions, command: Command) =>
      runCommand(terminal, command, (tools) => enter(tools, readId(line), options)),
    )
}

type EnterOptions = { phone: string; note: string }

async function stop({ act }: CommandTools, withdrawalId: string, { note }: { note: string }) {
  const done = await act(stopHeld, { id: withdrawalId, note })
  const { stopped, lenderId, amount, fee } = done
  const line = stopped
    ? `${amount} dan biaya ${fee} kembali menjadi milik Pemberi Dana ${lenderId}`
    : 'sudah dikembalikan sebelumnya'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, ...done } }
}

async function enter({ context, act }: CommandTools, lineId: string, { phone, note }: EnterOptions) {
  const done = await act(enterByLine, { lineId, lenderId: await lenderOf(context, phone), note })
  const { entered, withdrawalId, lenderId, amount, fee, owed } = done
  const line = entered
    ? `penarikan dana ${withdrawalId} sudah dibayar: ${amount} dan biaya ${fee} keluar dari dana Pemberi Dana ${lenderId}` +
      (owed > 0 ? `, ${owed} di antaranya menjadi kewajibannya` : '')
    : `pembukuan sudah memuat penarikan dana ${withdrawalId}`
  return { exit: 0 as const, lines: [line], data: { lineId, ...done } }
}
