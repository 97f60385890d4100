import { type Province, provinceCodes, type Sex, sexes } from '@pematang/contract/provinces'
import { type Command, Option } from 'commander'
import { storeSupervisorFacts } from '../profile/supervisor-facts.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

const none = 'NONE'
type Told = {
  phone: string
  sex?: Sex | typeof none
  province?: Province | 'ABROAD' | typeof none
}

/** `lenders facts`: what a supervisor counts lenders by in the report of a month. */
export function addSupervisorFacts(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'facts',
    description:
      'mencatat hal yang dihitung pengawas tentang Pemberi Dana, selain tanggal lahir dari `lenders identity`; yang tidak disebut tetap, dan versi-versi sebelumnya disimpan',
    example: 'lenders facts --phone 81234567890 --sex F --province ID-JB',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .addOption(
      new Option('--sex <letter>', 'bagi orang pribadi; NONE menghapusnya').choices([...sexes, none]),
    )
    .addOption(
      new Option('--province <code>', 'ISO 3166-2, atau ABROAD; NONE menghapusnya').choices([
        ...provinceCodes,
        'ABROAD',
        none,
      ]),
    )
    .action((told: Told, command: Command) => runCommand(terminal, command, (tools) => keep(tools, told)))
}

async function keep({ context, act }: CommandTools, { phone, sex, province }: Told) {
  if (sex === undefined && province === undefined) throw new CommandError('Sebutkan yang dicatat.')
  const lenderId = await lenderOf(context, phone)
  const { version, changed } = await act(storeSupervisorFacts, {
    lenderId,
    sex: sex === none ? null : sex,
    province: province === none ? null : province,
  })
  const line = changed
    ? `versi ${version} data Pemberi Dana ${lenderId} disimpan`
    : `Pemberi Dana ${lenderId} sudah memiliki data ini; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { lenderId, version, changed } }
}
