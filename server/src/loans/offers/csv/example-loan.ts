import { LOAN_COLUMNS, LOAN_FIELDS } from './columns.ts'
import { type LoanRow, NO_ACCOUNT, NO_CONSENT, NO_FACTS } from './loan-row.ts'
import { type LoanFileLine, readLoanFile } from './read.ts'

/** A valid loan; tests change only the cells they are about. */
export const EXAMPLE_LOAN: LoanRow = {
  loanNumber: 'PMT-2026-000123',
  borrowerNumber: 'B-0077',
  borrowerName: 'UD Rinjani Berkah',
  loanType: 'Modal Usaha',
  totalLoan: 150_000_000,
  minimumFunding: 500_000,
  interest: '0.1122',
  interestType: 'ANNUITY',
  tenor: 36,
  tenorPeriod: 'MONTH',
  grade: 'C4',
  gradeDescription: 'Risiko sedang',
  purpose: 'Menambah stok barang dagangan',
  marketingTitle: 'Tambahan stok untuk UD Rinjani Berkah',
  marketingDetail: 'Dana dipakai untuk menambah stok.\nAngsuran tiap bulan.',
  offerFrom: '2026-06-01',
  offerUntil: '2026-07-01',
  ...NO_CONSENT,
  ...NO_FACTS,
  ...NO_ACCOUNT,
}

export const EXAMPLE_CONSENT = {
  consentReference: 'KON-2026-000123',
  consentProvider: 'Tanda Tangan Contoh',
  consentAt: '2026-05-28T03:15:30.000Z',
  consentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
} as const satisfies Partial<LoanRow>

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** The lines of a loan file, header first: each loan is the example with some cells replaced by raw text. */
export function fileWith(...changes: Partial<Record<keyof LoanRow, string>>[]): string {
  const header = LOAN_FIELDS.map((field) => LOAN_COLUMNS[field].name).join(',')
  const lines = changes.map((change) =>
    LOAN_FIELDS.map((field) => quoted(change[field] ?? String(EXAMPLE_LOAN[field] ?? ''))).join(','),
  )
  return [header, ...lines, ''].join('\n')
}

/** Reads a whole file that is given as text or bytes, cut into chunks of `chunkBytes`. */
export async function readAll(file: string | Uint8Array, chunkBytes = 1_000): Promise<LoanFileLine[]> {
  const bytes = Buffer.from(file as string)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const lines: LoanFileLine[] = []
  for await (const batch of readLoanFile(chunks())) lines.push(...batch)
  return lines
}
