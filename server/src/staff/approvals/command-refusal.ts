import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { Refusal } from '../../platform/refusal.ts'

/** The refusal of a command that says in its own words why it does not run. */
class CommandRefusal extends Refusal {
  constructor(sentence: string) {
    super('ACTION_REFUSED')
    this.message = sentence
  }
}

/** Errors of the language, which are faults of ours. */
const faults = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'])

/**
 * What a command throws, as the console answers it. Commands of operators refuse by errors of their own with a sentence;
 * what the database (which has a code) or the language throws stays as it is.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  return 'code' in error || faults.has(error.name) ? error : new CommandRefusal(sentenceOf(error))
}

/** What a form calls the columns that commands refuse. */
const labels: Readonly<Record<string, string>> = {
  amount: 'Jumlah',
  birth_date: 'Tanggal lahir',
  checked_on: 'Tanggal pemeriksaan identitas',
  kind: 'Jenis',
  lender_phone: 'Pemberi Dana',
  married: 'Status kawin',
  paid_on: 'Tanggal bayar',
  phone: 'Pemberi Dana',
  since: 'Berlaku sejak',
  supervised: 'Pengawasan',
  tax_number: 'Nomor pajak',
  treaty_rate: 'Tarif P3B',
  valid_until: 'Bukti berlaku sampai',
  yearly_income: 'Penghasilan setahun',
}

/** The form has labels, not the columns of a file. */
function sentenceOf(error: Error): string {
  return error instanceof ColumnFault ? `${labels[error.column] ?? 'Isian'}: ${error.reason}.` : error.message
}
