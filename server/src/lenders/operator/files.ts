import { type AnyFileKind, fileKind } from '../../operator/files/index.ts'
import { columnNames } from '../../platform/csv/table.ts'
import { importLenderClasses, lenderClassTable } from '../profile/class-file.ts'
import { importLenders } from '../profile/import-lenders.ts'
import { importTaxNumbers, taxNumberTable } from '../profile/tax-number-file.ts'
import { lenderTable } from '../profile/lender-file.ts'

export const lendersFile = fileKind({
  command: 'lenders import',
  title: 'Pemberi Dana baru',
  columns: columnNames(lenderTable),
  options: [{ name: 'yes', label: 'Tarif perjanjian pajak nol persen sudah diperiksa dan memang benar' }],
  task: ({ context, actor }, { yes }: { yes?: boolean }) => ({
    task: 'mendaftarkan',
    work: (input, reading) => importLenders(context, actor, input, { ...reading, asks: !yes }),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} baris: ${taken} Pemberi Dana didaftarkan, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken }) => ({ 'Pemberi Dana didaftarkan': taken.toLocaleString('id-ID') }),
})

export const lenderClassesFile = fileKind({
  command: 'lenders class import',
  title: 'Kelas Pemberi Dana',
  columns: columnNames(lenderClassTable),
  task: ({ context, actor }) => ({
    task: 'menyimpan',
    work: (input, reading) => importLenderClasses(context, actor, input, reading),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} baris: ${taken} kelas disimpan, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken }) => ({ 'Kelas disimpan': taken.toLocaleString('id-ID') }),
})

export const taxNumbersFile = fileKind({
  command: 'lenders tax-number import',
  title: 'NPWP Pemberi Dana',
  columns: columnNames(taxNumberTable),
  task: ({ context, actor }) => ({
    task: 'menyimpan',
    work: (input, reading) => importTaxNumbers(context, actor, input, reading),
    describe: ({ lines, taken, known, refused }) =>
      `${lines} baris: ${taken} nomor pajak disimpan, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken }) => ({ 'NPWP disimpan': taken.toLocaleString('id-ID') }),
})

export const files: readonly AnyFileKind[] = [lendersFile, lenderClassesFile, taxNumbersFile]
