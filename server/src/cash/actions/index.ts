import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Action, type Decidable, decidable } from '../../staff/index.ts'
import { reversePayout } from '../clearing/index.ts'
import { takeBackBank, takeBackCash, takeOverBank, takeOverCash } from '../deposit/index.ts'
import { orderDisbursements } from '../disbursement-order/index.ts'
import { changeHeirAccount, payHeirs, recordEstate, takeBackEstate } from '../estate/index.ts'
import { matchToPayment, matchToTransfer } from '../reconciliation/index.ts'
import { setTaxYear, storeSlip, withdrawSlip } from '../tax/index.ts'
import { deposits } from './deposits.ts'
import { lines } from './lines.ts'
import { ofLender } from './telling.ts'
import { withdrawals } from './withdrawals.ts'

/** The actions of cash in the console. */
export const actions: readonly Action[] = [...deposits, ...withdrawals, ...lines]

/** What is proposed on the command line alone, and decided in the console. */
export const decidables: readonly Decidable[] = [
  decidable(matchToPayment, {
    title: 'Cocokkan baris mutasi dengan pembayaran',
    after: ({ matched }) => ({ 'Baris mutasi': matched ? 'dicocokkan' : 'sudah cocok' }),
    takes: (input) => 'paymentRequestId' in input,
  }),
  decidable(matchToTransfer, {
    title: 'Cocokkan baris mutasi dengan transfer',
    after: ({ matched }) => ({ 'Baris mutasi': matched ? 'dicocokkan' : 'sudah cocok' }),
    takes: (input) => 'name' in input,
  }),
  decidable(orderDisbursements, {
    title: 'Perintahkan pencairan',
    after: ({ ordered, amount, refused }) => ({
      'Pinjaman yang dicairkan': String(ordered),
      'Dana yang dicairkan': formatRupiah(amount),
      ...(refused.length === 0
        ? {}
        : { Ditolak: refused.map((one) => `${one.loanNumber} (${one.code})`).join(', ') }),
    }),
  }),
  decidable(recordEstate, {
    title: 'Catat ahli waris',
    after: ({ heirs, known }) => ({ 'Ahli waris': known ? 'sudah tercatat' : String(heirs) }),
    about: ofLender,
  }),
  decidable(changeHeirAccount, {
    title: 'Ubah rekening ahli waris',
    after: (_, { heir, account }) => ({
      [`Rekening ahli waris ${heir}`]: `${account.bankCode} ${account.accountNumber}`,
    }),
    about: ofLender,
  }),
  decidable(takeBackEstate, { title: 'Batalkan pencatatan ahli waris', about: ofLender }),
  decidable(payHeirs, {
    title: 'Bayar ahli waris',
    after: ({ payments, left }) => ({ Pembayaran: String(payments.length), Sisa: formatRupiah(left) }),
    about: ofLender,
  }),
  decidable(reversePayout, {
    title: 'Batalkan pembayaran keluar',
    after: ({ kind, amount, left }) => ({
      [`Pembayaran keluar ${kind}`]: `${formatRupiah(amount)} diambil kembali`,
      'Sisa di akun': formatRupiah(left),
    }),
  }),
  decidable(takeOverCash, { title: 'Ambil alih dana', about: ofLender }),
  decidable(takeBackCash, { title: 'Batalkan pengambilalihan dana', about: ofLender }),
  decidable(takeOverBank, { title: 'Ambil alih saldo bank' }),
  decidable(takeBackBank, { title: 'Batalkan pengambilalihan saldo bank' }),
  decidable(setTaxYear, { title: 'Tutup atau buka tahun pajak' }),
  decidable(storeSlip, { title: 'Simpan bukti potong', about: ofLender }),
  decidable(withdrawSlip, { title: 'Tarik bukti potong', about: ofLender }),
]
