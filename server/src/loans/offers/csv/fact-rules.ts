import type { LoanRow } from './loan-row.ts'

/** A rule to test: the column, accepted cells (with the value read) and refused cells (with a part of the reason). */
export type CellRule = [keyof LoanRow, [cell: string, value: unknown][], [cell: string, reason: RegExp][]]

/** The rules of what a supervisor counts by, for the test of all columns. */
export const FACT_RULES: CellRule[] = [
  [
    'sector',
    [
      ['A', 'A'],
      ['CONSUMER', 'CONSUMER'],
      ['', null],
    ],
    [
      ['V', /salah satu dari A, B/],
      ['a', /salah satu dari A, B/],
    ],
  ],
  [
    'province',
    [
      ['ID-PD', 'ID-PD'],
      ['', null],
    ],
    [
      ['ID-XX', /ISO 3166-2:ID/],
      ['Bali', /ISO 3166-2:ID/],
    ],
  ],
  [
    'borrowerKind',
    [
      ['PERSON', 'PERSON'],
      ['COMPANY', 'COMPANY'],
      ['', null],
    ],
    [['CV', /salah satu dari PERSON, COMPANY/]],
  ],
  [
    'borrowerSex',
    [
      ['F', 'F'],
      ['M', 'M'],
      ['', null],
    ],
    [['P', /salah satu dari F, M/]],
  ],
  [
    'borrowerBirthYear',
    [
      ['1900', 1900],
      ['2026', 2026],
      ['', null],
    ],
    [
      ['1899', /dari 1900 sampai 2100/],
      ['88', /dari 1900 sampai 2100/],
      ['2027', /sesudah 2026/],
    ],
  ],
]
