import type { Cell, Column } from '../../platform/export/index.ts'

/**
 * A line of the report of a month. Counts are of loans, persons or payments, sums whole rupiah, `value` a percentage or an
 * average. The columns of today have what is known now of the same day.
 */
export type MonthRow = {
  part: string
  group?: string
  of?: string
  measure?: string
  count?: number | null
  rupiah?: number | null
  value?: number | null
  countToday?: number
  rupiahToday?: number
  valueToday?: number
  note?: string
}

export const monthColumns: readonly Column[] = [
  { title: 'Bagian', kind: 'text' },
  { title: 'Kelompok', kind: 'text' },
  { title: 'Rincian', kind: 'text' },
  { title: 'Ukuran', kind: 'text' },
  { title: 'Jumlah', kind: 'whole' },
  { title: 'Rupiah', kind: 'rupiah' },
  { title: 'Nilai', kind: 'decimal' },
  { title: 'Jumlah (Diketahui Hari Ini)', kind: 'whole' },
  { title: 'Rupiah (Diketahui Hari Ini)', kind: 'rupiah' },
  { title: 'Nilai (Diketahui Hari Ini)', kind: 'decimal' },
  { title: 'Keterangan', kind: 'text' },
]

export const cellsOf = (row: MonthRow): Cell[] => [
  row.part,
  row.group ?? null,
  row.of ?? null,
  row.measure ?? null,
  row.count ?? null,
  row.rupiah ?? null,
  row.value ?? null,
  row.countToday ?? null,
  row.rupiahToday ?? null,
  row.valueToday ?? null,
  row.note ?? null,
]
