import { type AnyFileKind, fileKind } from '../../operator/files/index.ts'
import { columnNames } from '../../platform/csv/table.ts'
import { importSlips, slipTable } from '../tax/slip-file.ts'
import { matchesFile } from './match-file.ts'

export const slipsFile = fileKind({
  command: 'tax slips import',
  title: 'Bukti potong',
  columns: columnNames(slipTable),
  task: ({ context, actor }) => ({
    task: 'menyimpan',
    work: (input, reading) => importSlips(context, actor, input, reading),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} baris: ${taken} bukti potong disimpan, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken }) => ({ 'Bukti potong disimpan': taken.toLocaleString('id-ID') }),
})

export const files: readonly AnyFileKind[] = [matchesFile, slipsFile]
