import type { Command } from 'commander'
import { assignVirtualAccount, endVirtualAccount } from '../profile/virtual-accounts.ts'
import { addGroup, addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { readDigits, readMethod, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

type AddOptions = {
  phone: string
  method: 1 | 2
  code: string
  bank: string
  holder: string
}

/** `lenders virtual-account`: the account numbers that a lender pays in to. */
export function addVirtualAccounts(lenders: Command, terminal: Terminal): void {
  const accounts = addGroup(lenders, 'virtual-account', 'nomor tempat Pemberi Dana menyetor')
  addCommand(accounts, {
    use: 'add <number>',
    description:
      'memberikan nomor virtual account 15 angka kepada Pemberi Dana untuk selamanya; satu nomor terbuka tiap metode',
    example:
      'lenders virtual-account add 988000012345678 --phone 81234567891 --method 1 --code 009 --bank BNI --holder "PT Lumbung Contoh"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--method <number>', '1: BNI, 2: bank lain', readMethod)
    .requiredOption('--code <digits>', 'kode bank, 3 angka', readDigits(3, 3))
    .requiredOption('--bank <name>', 'nama bank', readName(60))
    .requiredOption('--holder <name>', 'nama yang ditampilkan bank', readName(100))
    .action((number: string, options: AddOptions, command: Command) =>
      runCommand(terminal, command, (tools) => add(tools, readDigits(15, 15)(number), options)),
    )
  addCommand(accounts, {
    use: 'end <number>',
    description: 'menutup virtual account; nomornya tetap milik Pemberi Dananya',
    example: 'lenders virtual-account end 988000012345678 --phone 81234567891',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action((number: string, { phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => end(tools, number, phone)),
    )
}

async function add({ context, act }: CommandTools, number: string, options: AddOptions) {
  const lenderId = await lenderOf(context, options.phone)
  const { assigned } = await act(assignVirtualAccount, {
    lenderId,
    number,
    methodPayment: options.method,
    bankCode: options.code,
    bankName: options.bank,
    accountName: options.holder,
  })
  const line = assigned ? `${number} adalah nomor Pemberi Dana ${lenderId}` : `${number} sudah ada sebelumnya`
  return { exit: 0 as const, lines: [line], data: { lenderId, number, assigned } }
}

async function end({ context, act }: CommandTools, number: string, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const { ended } = await act(endVirtualAccount, { lenderId, number })
  const line = ended ? `${number} tidak ditampilkan lagi` : `${number} sudah diakhiri sebelumnya`
  return { exit: 0 as const, lines: [line], data: { lenderId, number, ended } }
}
