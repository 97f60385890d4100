import type { Command } from 'commander'
import { addCommand, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readText } from '../../operator/values.ts'
import { foundByWords, searchLenders } from '../profile/search-lenders.ts'

/** `lenders search`: find a lender by what a caller says of themselves. */
export function addSearch(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'search <text>',
    description:
      'mencari Pemberi Dana menurut sebagian nama, atau nomor telepon, e-mail, rekening bank, virtual account, atau nomor pajak yang lengkap; paling banyak 100',
    example: 'lenders search "sri lestari"',
    writes: false,
  }).action((text: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const found = await searchLenders(context.db, readText(100)(text))
      return {
        exit: 0,
        lines: [
          ...found.map(
            ({ lenderId, phone, name, by }) =>
              `lender:${lenderId}  ${phone}  ${name}  (${foundByWords[by] ?? by})`,
          ),
          `${found.length} ditemukan`,
        ],
        data: { lenders: found },
      }
    }),
  )
}
