import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Command } from 'commander'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'
import { type BrokenGlass, listBreakGlass, lookAtBreakGlass } from '../approvals/break-glass.ts'

/** `break-glass`: what was run without the second pair that a rule asks for. */
export function addBreakGlass(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'list',
    description:
      'menampilkan perintah yang belum ditinjau orang lain; audit search --operation breakGlass memuatnya juga',
    example: 'break-glass list',
    writes: false,
  })
    .option('--all', 'juga yang sudah ditinjau')
    .action(({ all = false }: { all?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const runs = await listBreakGlass(context.db, { all })
        const lines =
          runs.length > 0
            ? runs.map(lineOf)
            : ['Tidak ada perintah tanpa orang kedua yang menunggu ditinjau.']
        return { exit: 0, lines, data: { runs } }
      }),
    )
  addCommand(group, {
    use: 'look <number>',
    description: 'mencatat di depan terminal bahwa Anda (--operator) sudah meninjau perintah orang lain',
    example: 'break-glass look 3',
    writes: true,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => look(tools, readCount(1e9)(number))),
  )
}

const lineOf = ({ number, operator, reason, at, lookedBy }: BrokenGlass): string =>
  `${number}  ${operator}  ${formatDateTimeLong(at)}  ${reason}  ${lookedBy === null ? 'belum ditinjau' : `ditinjau ${lookedBy}`}`

async function look({ act, actor }: CommandTools, number: number) {
  // Without a terminal the actor is the user of the machine, who is no person of the staff.
  if (actor.seat?.claimed !== undefined)
    throw new CommandError('Tinjauan dilakukan orang di depan terminal; tidak ada yang dilakukan.')
  await act(lookAtBreakGlass, { number, by: { name: actor.name } })
  return { exit: 0 as const, lines: [`Perintah ${number} sudah ditinjau.`], data: { number } }
}
