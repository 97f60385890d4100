import type { ActionField } from '@pematang/contract/staff/actions'
import { maxPayment } from '../../operator/files/index.ts'
import { nameCell } from '../../operator/files/names.ts'
import { emailAddress } from '../../platform/csv/email.ts'
import {
  birthDate,
  businessDate,
  digits,
  oneOf,
  phoneDigits,
  type ReadCell,
  reference,
  rupiah,
  sha256Hash,
  text,
  wholeNumber,
} from '../../platform/csv/values.ts'

/**
 * A field of a form: how it is typed, and the reader of the command line for what was typed. `ofStaff` offers the people of the
 * staff by their names; an operation among the choices is shown by its title.
 */
export type Field<T> = Omit<ActionField, 'name'> & { read: ReadCell<T>; ofStaff?: true }
export type Fields = Readonly<Record<string, Field<unknown>>>

/** What a form was filled with; an optional field that was left empty is absent. */
export type Filled<Of extends Fields> = {
  [Name in keyof Of as undefined extends Value<Of[Name]> ? never : Name]: Value<Of[Name]>
} & {
  [Name in keyof Of as undefined extends Value<Of[Name]> ? Name : never]?: Exclude<Value<Of[Name]>, undefined>
}
type Value<One> = One extends Field<infer T> ? T : never

const required =
  <T>(kind: ActionField['kind'], read: ReadCell<T>, help: string | null = null) =>
  (label: string): Field<T> => ({ label, kind, required: true, help, choices: [], read })

/** The id of a lender: a positive integer below 2^53. */
const lenderId: ReadCell<number> = (cell) => {
  const id = /^[1-9]\d{0,15}$/.test(cell) ? Number(cell) : Number.NaN
  return Number.isSafeInteger(id)
    ? { ok: true, value: id }
    : { ok: false, reason: 'bukan nomor Pemberi Dana' }
}

const uuid: ReadCell<string> = (cell) =>
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(cell)
    ? { ok: true, value: cell.toLowerCase() }
    : { ok: false, reason: 'bukan nomor yang dikenal' }

/** The kinds of fields, with the rules that files and the command line have. */
export const rupiahField = required('RUPIAH', rupiah(maxPayment), 'Rupiah bulat, di atas nol.')
export const dateField = required('DATE', businessDate, 'TTTT-BB-HH.')
export const birthDateField = required('DATE', birthDate, 'TTTT-BB-HH.')
export const phoneField = required('PHONE', phoneDigits, '8 sampai 20 angka, dengan atau tanpa +62.')
export const emailField = required('EMAIL', emailAddress)
const fromPage = 'Terisi sendiri bila dibuka dari halamannya.'
export const lenderField = required(
  'LENDER',
  lenderId,
  'Nomor telepon terdaftar; terisi sendiri bila dibuka dari halamannya.',
)
export const loanField = required('LOAN', reference(40), fromPage)
export const paymentField = required('PAYMENT', text(128), fromPage)
export const paymentIdField = required('PAYMENT', uuid, fromPage)
export const withdrawalField = required('WITHDRAWAL', uuid, fromPage)
export const idField = required('TEXT', uuid, 'Nomor seperti dalam jejak atau di baris perintah.')
export const lineField = required('LINE', uuid, 'Nomor baris mutasi bank.')
export const documentField = required(
  'DOCUMENT',
  sha256Hash,
  'Pilih berkasnya; hanya sidik SHA-256 yang disimpan.',
)
export const nameField = required('TEXT', nameCell(100), 'Seperti tercetak di dokumen.')
export const codeField = (label: string, least: number, most: number): Field<string> =>
  required(
    'TEXT',
    digits(least, most),
    least === most ? `${least} angka.` : `${least} sampai ${most} angka.`,
  )(label)
export const countField = (label: string, least: number, most: number): Field<number> =>
  required('COUNT', wholeNumber(least, most), `Bilangan bulat ${least} sampai ${most}.`)(label)
export const textField = (label: string, most: number): Field<string> =>
  required('TEXT', text(most), `Paling panjang ${most} huruf.`)(label)

/** A fraction of one, typed with a comma or a point. */
export const fractionField = <T>(label: string, read: ReadCell<T>): Field<T> =>
  required('NUMBER', withPoint(read), 'Pecahan, misalnya 0,12 bagi 12%.')(label)

/** Reads what was typed with a comma as with a point. */
export const withPoint =
  <T>(read: ReadCell<T>): ReadCell<T> =>
  (cell) =>
    read(/^\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell)

/** Why, for the audit trail. */
export const reasonField = (label = 'Alasan'): Field<string> =>
  required('LONG_TEXT', text(200), 'Untuk jejak audit, tanpa data pribadi.')(label)

/** One of the given words, each with its label. */
export const choiceField = <const Word extends string>(
  label: string,
  choices: Readonly<Record<Word, string>>,
): Field<Word> => {
  const words = Object.keys(choices) as Word[]
  return {
    ...required('CHOICE', oneOf(words))(label),
    choices: words.map((value) => ({ value, label: choices[value] })),
  }
}

/** Any of the given words, as a list with commas between. */
export const choicesField = <const Word extends string>(
  label: string,
  choices: Readonly<Record<Word, string>>,
): Field<Word[]> => {
  const words = Object.keys(choices) as Word[]
  const read: ReadCell<Word[]> = (cell) => {
    const named = cell.split(',').filter((word) => word !== '')
    const found = words.filter((word) => named.includes(word))
    return found.length === new Set(named).size
      ? { ok: true, value: found }
      : { ok: false, reason: 'tidak dikenal' }
  }
  return {
    ...required('CHOICES', read)(label),
    choices: words.map((value) => ({ value, label: choices[value] })),
  }
}

/** Whether something is so; false where it is left empty. */
export const yesField = (label: string): Field<boolean> => ({
  ...required('YES', ((cell) => ({ ok: true, value: cell === 'true' })) satisfies ReadCell<boolean>)(label),
  required: false,
})

/** Makes a field optional. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  required: false,
  read: (cell) => (cell === '' ? { ok: true, value: undefined } : field.read(cell)),
})
