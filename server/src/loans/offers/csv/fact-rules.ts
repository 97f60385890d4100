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
      ['V', /one of A, B/],
      ['a', /one of A, B/],
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
    [['CV', /one of PERSON, COMPANY/]],
  ],
  [
    'borrowerSex',
    [
      ['F', 'F'],
      ['M', 'M'],
      ['', null],
    ],
    [['P', /one of F, M/]],
  ],
  [
    'borrowerBirthYear',
    [
      ['1900', 1900],
      ['2026', 2026],
      ['', null],
    ],
    [
      ['1899', /from 1900 to 2100/],
      ['88', /from 1900 to 2100/],
      ['2027', /is after 2026/],
    ],
  ],
]
