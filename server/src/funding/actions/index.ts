import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { lenderIdOf } from '../../lenders/index.ts'
import {
  type Action,
  action,
  choiceField,
  dateField,
  documentField,
  idField,
  InputFault,
  lenderField,
  optional,
  rupiahField,
  phoneField,
  reasonField,
  textField,
} from '../../staff/index.ts'
import { takeBackTransfer, transferHoldings } from '../holdings/index.ts'

const recipient = 'Nomor telepon penerima'
const dayInWords = (day: string): string => formatDateLong(new Date(`${day}T00:00:00+07:00`))
const kinds = {
  DEATH: 'Waris',
  COURT: 'Putusan pengadilan',
  MERGER: 'Penggabungan usaha',
  ASSIGNMENT: 'Pengalihan piutang (cessie)',
}

const numbersOf = (text: string | undefined): string[] | null =>
  text === undefined ? null : text.split(',').flatMap((number) => number.trim() || [])

export const actions: readonly Action[] = [
  action({
    command: transferHoldings,
    title: 'Alihkan pendanaan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Mengalihkan pendanaan yang berjalan kepada Pemberi Dana lain menurut dokumennya; pembayaran sejak hari itu menjadi milik penerima.',
    fields: {
      fromLender: lenderField('Pemegang sekarang'),
      toPhone: phoneField(recipient),
      valueDate: dateField('Hari pertama bagi penerima'),
      kind: choiceField('Dasar pengalihan', kinds),
      price: optional(rupiahField('Harga menurut akta, hanya untuk cessie')),
      document: textField('Dokumen dalam arsip', 100),
      sha256: documentField('Berkas dokumen'),
      loanNumbers: optional(textField('Hanya pinjaman ini, dengan koma; kosong berarti semua', 2_000)),
      reason: reasonField(),
    },
    input: async ({ toPhone, document, sha256, loanNumbers, price = null, ...filled }, { db }) => {
      const toLender = await lenderIdOf(db, toPhone)
      if (toLender === undefined) throw new InputFault(recipient, 'Tidak ada Pemberi Dana dengan nomor ini.')
      return {
        ...filled,
        toLender,
        price,
        document: { name: document, sha256 },
        loanNumbers: numbersOf(loanNumbers),
      }
    },
    after: ({ orderId, holdings, principal, interest, payments, more, refused }) =>
      orderId === null
        ? { Pengalihan: 'sudah dilakukan sebelumnya' }
        : {
            'Pendanaan dialihkan': String(holdings),
            Pokok: formatRupiah(principal),
            Bunga: formatRupiah(interest),
            'Pembayaran diteruskan': String(payments),
            ...(refused.length > 0
              ? { 'Tidak dialihkan': refused.map(({ loanNumber }) => loanNumber).join(', ') }
              : {}),
            ...(more ? { Sisanya: 'ajukan sekali lagi dengan dokumen yang sama' } : {}),
          },
    told: () => ['Kedua Pemberi Dana diberi tahu di dasbor dan lewat pesan.'],
    about: ({ fromLender }) => ({ kind: 'LENDER', id: String(fromLender) }),
    says: ({ toLender, valueDate, kind, document, loanNumbers, reason }) => ({
      Penerima: `Pemberi Dana ${toLender}`,
      'Hari pertama bagi penerima': dayInWords(valueDate),
      'Dasar pengalihan': kinds[kind],
      Dokumen: document.name,
      'SHA-256 dokumen': document.sha256,
      Pinjaman: loanNumbers === null ? 'semua' : loanNumbers.join(', '),
      Alasan: reason,
    }),
  }),
  action({
    command: takeBackTransfer,
    title: 'Batalkan pengalihan pendanaan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Mengembalikan pendanaan satu pengalihan kepada pemegang semula, dengan pembayaran yang sudah diterima penerima.',
    fields: { orderId: idField('Nomor pengalihan'), reason: reasonField() },
    input: (filled) => filled,
    after: ({ holdings, payments }) => ({
      'Pendanaan kembali': String(holdings),
      'Pembayaran ikut kembali': String(payments),
    }),
    told: () => ['Kedua Pemberi Dana diberi tahu di dasbor dan lewat pesan.'],
  }),
]
