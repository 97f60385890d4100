import type { Command } from 'commander'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { chargeWithdrawal, matchToWithdrawal, returnedByBank } from '../reconciliation/return-by-bank.ts'
import { reconcileDay } from '../reconciliation/reconcile.ts'
import { settleByLine } from '../reconciliation/settle-by-line.ts'
import { type BalanceCheck, shortBanks } from '../withdrawal/bank-balance.ts'
import { returnUnpaid } from '../withdrawal/end-withdrawal.ts'
import { withdrawalsUnderWay } from '../withdrawal/store.ts'
import { differenceLine } from './bank.ts'
import { addStopAndEnter } from './withdrawals-stop.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readMethod, readText } from '../../operator/values.ts'

/** `withdrawals`: shows pending withdrawals, and reconciles them with the banks. */
export function addWithdrawals(withdrawals: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(withdrawals, {
      use: 'open',
      description:
        'menampilkan penarikan dana yang belum selesai, yang tertua dahulu, dan bank yang tidak mengirim karena saldonya kurang dari pembukuan',
      example: 'withdrawals open',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => open(tools, options)),
  )
  addCommand(withdrawals, {
    use: 'reconcile',
    description: 'mencocokkan satu hari dengan mutasi bank; kode keluar 1 bila berbeda',
    example: 'withdrawals reconcile --on 2026-11-20 --method 1',
    writes: true,
  })
    .requiredOption('--on <date>', 'harinya, YYYY-MM-DD', readDate)
    .requiredOption('--method <number>', '1: BNI, 2: bank lain', readMethod)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => reconcile(tools, options)),
    )
  ofLine(withdrawals, {
    use: 'settle',
    description:
      'mencatat penarikan dana SENT sebagai dibayar, dengan mutasi transfernya, bila status dari bank tidak menyatakannya',
    note: 'status tetap tertunda, bank membenarkan transfernya',
    line: 'mutasi transfernya',
    why: 'alasan, untuk jejak audit',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => settle(tools, readId(withdrawal), options)),
  )
  addCommand(withdrawals, {
    use: 'return <withdrawal>',
    description:
      'mengembalikan penarikan dana SENT kepada Pemberi Dana bila bank menyatakan tertulis bahwa itu tidak dan tidak akan dibayar',
    example: 'withdrawals return 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "surat bank 20 November"',
    writes: true,
  })
    .requiredOption('--note <text>', 'bagaimana diketahui, untuk jejak audit', readText(200))
    .action((withdrawal: string, options: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => returnUnpaidOne(tools, readId(withdrawal), options)),
    )
  addStopAndEnter(withdrawals, terminal)
  ofLine(withdrawals, {
    use: 'returned-by-bank',
    description:
      'mencatat transfer yang dikembalikan bank, dengan mutasinya; Pemberi Dana dikreditkan dan diberi tahu',
    note: 'rekening ditutup, surat dari bank',
    line: 'mutasi yang mengembalikannya',
    why: 'alasan, untuk jejak audit',
  })
    .option('--with-fee', 'kembalikan juga biayanya, yang dibebaskan bank')
    .action((withdrawal: string, options: ReturnOptions, command: Command) =>
      runCommand(terminal, command, (tools) => returnToLender(tools, readId(withdrawal), options)),
    )
  ofLine(withdrawals, {
    use: 'charge',
    description:
      'mencatat transfer yang dibayar setelah uangnya dikembalikan (PAID_AFTER_RETURN): Pemberi Dana didebit, kekurangannya menjadi kewajibannya, dan ia diberi tahu',
    note: 'bank membenarkan uangnya sudah sampai',
    line: 'mutasi transfernya',
    why: 'alasan, untuk jejak audit',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => charge(tools, readId(withdrawal), options)),
  )
  ofLine(withdrawals, {
    use: 'match',
    description:
      'mencocokkan mutasi tanpa referensi kita dengan penarikan dana ini: transfernya sendiri, atau pengembalian transfer kedua dari bank; tidak memindahkan uang',
    note: 'transfer kedua kembali, tiket 118',
    line: 'mutasinya',
    why: 'bagaimana diketahui, untuk jejak audit',
  }).action((withdrawal: string, options: LineOptions, command: Command) =>
    runCommand(terminal, command, (tools) => match(tools, readId(withdrawal), options)),
  )
}

function ofLine(
  parent: Command,
  { use, description, note, line, why }: Record<'use' | 'description' | 'note' | 'line' | 'why', string>,
): Command {
  const ids = '0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --line 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4f'
  return addCommand(parent, {
    use: `${use} <withdrawal>`,
    description,
    example: `withdrawals ${use} ${ids} --note "${note}"`,
    writes: true,
  })
    .requiredOption('--line <id>', `${line} ("bank lines")`, readId)
    .requiredOption('--note <text>', why, readText(200))
}

type LineOptions = { line: string; note: string }
type ReturnOptions = LineOptions & { withFee?: boolean }

type Options = { on: string; method: 1 | 2 }

async function open({ context }: CommandTools, options: PageOptions) {
  const list = await withdrawalsUnderWay(context.db, oneMore(options))
  const short = await shortBanks(context.db)
  const result = pageResult(
    'withdrawals',
    cutPage(list, options.limit, ({ id }) => id),
    ({ id, phone, state, amount, fee, methodPayment, age }) =>
      `${id}  ${state} sejak ${age} menit, ${amount} dan biaya ${fee}, metode ${methodPayment}, ${phone}`,
  )
  return {
    ...result,
    lines: [...short.map(stopped), ...result.lines],
    data: { ...result.data, stopped: short },
  }
}

const stopped = ({ methodPayment, at, amount, expected }: BalanceCheck) =>
  `metode ${methodPayment} DIHENTIKAN: bank menyatakan ${amount} pada ${momentText(at)}, pembukuan saat itu ` +
  `${expected}, lebih ${expected - amount}; penarikan dana lewat bank itu menunggu sampai sama ("ledger escrow")`

async function reconcile({ context, actor, dryRun }: CommandTools, { on: day, method }: Options) {
  if (!context.payers.has(method))
    throw new CommandError(`Tidak ada bank yang membayar bagi metode ${method}.`)
  const done = await reconcileDay(context, { methodPayment: method, day, actor, dryRun })
  const { transfers, amount, payments, received, disbursed, differences, open: all } = done
  const isNew = new Set(differences.map(({ id }) => id))
  const before = all.filter(({ id }) => !isNew.has(id))
  return {
    exit: all.length > 0 ? (1 as const) : (0 as const),
    lines: [
      `${day}: bank memuat ${transfers} transfer, seluruhnya ${amount}, dan ${payments} pembayaran masuk, seluruhnya ${received}; ` +
        `${differences.length} selisih baru, ${before.length} terbuka dari sebelumnya`,
      ...(disbursed > 0 ? [`${disbursed} pinjaman dicairkan oleh mutasinya`] : []),
      ...differences.map((one) => differenceLine(one)),
      ...before.map((one) => `${differenceLine(one)}, terbuka sejak ${one.foundOn}`),
    ],
    data: done,
  }
}

async function returnToLender({ act }: CommandTools, withdrawalId: string, options: ReturnOptions) {
  const { line: lineId, note, withFee = false } = options
  const done = await act(returnedByBank, { withdrawalId, lineId, note, withFee })
  const { returned, lenderId, amount, fee } = done
  const line = returned
    ? `${amount} dan biaya ${fee} kembali menjadi milik Pemberi Dana ${lenderId}`
    : `Pemberi Dana ${lenderId} sudah menerima ${amount} dan biaya ${fee} dengan mutasi ini`
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}

async function settle({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const done = await act(settleByLine, { withdrawalId, lineId, note })
  const line = done.settled ? `penarikan dana ${withdrawalId} sudah dibayar` : 'sudah dibayar sebelumnya'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}

async function returnUnpaidOne({ act }: CommandTools, withdrawalId: string, { note }: { note: string }) {
  const done = await act(returnUnpaid, { id: withdrawalId, note })
  const { returned, lenderId, amount, fee } = done
  const line = returned
    ? `${amount} dan biaya ${fee} kembali menjadi milik Pemberi Dana ${lenderId}`
    : 'sudah dikembalikan sebelumnya'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, ...done } }
}

async function match({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const { matched } = await act(matchToWithdrawal, { withdrawalId, lineId, note })
  const line = matched
    ? `mutasi ini sekarang milik penarikan dana ${withdrawalId}`
    : 'sudah dicocokkan sebelumnya'
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, matched } }
}

async function charge({ act }: CommandTools, withdrawalId: string, { line: lineId, note }: LineOptions) {
  const done = await act(chargeWithdrawal, { withdrawalId, lineId, note })
  const { charged, lenderId, amount, fee, owed } = done
  const line = charged
    ? `${amount} dan biaya ${fee} keluar dari dana Pemberi Dana ${lenderId}` +
      (owed > 0 ? `, yang tidak lagi memiliki ${owed} darinya: ditagih dari yang diterimanya berikutnya` : '')
    : `Pemberi Dana ${lenderId} sudah didebit dengan mutasi ini`
  return { exit: 0 as const, lines: [line], data: { withdrawalId, lineId, ...done } }
}
