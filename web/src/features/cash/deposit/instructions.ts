import type { DepositAccount } from './accounts.ts'

/** The payment channels, in the order of the specification. */
export const channels = ['ATM', 'Internet Banking', 'Mobile Banking', 'Teller'] as const
export type Channel = (typeof channels)[number]

type Steps = Record<Channel, readonly string[]>

/** The steps for paying in at BNI, which calls a payment into a virtual account a transfer. */
const atBni = ({ vaName, vaNumber, vaBank }: DepositAccount): Steps => ({
  ATM: [
    `Masukkan kartu ATM ${vaBank} dan PIN Anda.`,
    'Pilih Menu Lainnya, lalu Transfer.',
    'Pilih jenis rekening yang akan Anda gunakan.',
    'Pilih Virtual Account Billing.',
    `Masukkan nomor virtual account ${vaNumber}.`,
    'Masukkan nominal deposit.',
    `Periksa nama tujuan ${vaName} dan nominalnya, lalu konfirmasi.`,
  ],
  'Internet Banking': [
    `Masuk ke ${vaBank} Internet Banking.`,
    'Pilih Transfer, lalu Virtual Account Billing.',
    `Masukkan nomor virtual account ${vaNumber}.`,
    'Pilih rekening debet dan masukkan nominal deposit.',
    `Periksa nama tujuan ${vaName} dan nominalnya.`,
    'Masukkan kode dari token Anda untuk menyelesaikan transfer.',
  ],
  'Mobile Banking': [
    `Masuk ke aplikasi ${vaBank} Mobile Banking.`,
    'Pilih Transfer, lalu Virtual Account Billing.',
    'Pilih rekening debet.',
    `Pada Input Baru, masukkan nomor virtual account ${vaNumber}.`,
    `Masukkan nominal deposit dan periksa nama tujuan ${vaName}.`,
    'Konfirmasi dengan password transaksi Anda.',
  ],
  Teller: [
    `Kunjungi kantor cabang ${vaBank} dan ambil formulir setoran.`,
    `Isi nominal, nama ${vaName}, dan nomor virtual account ${vaNumber}.`,
    'Serahkan formulir beserta uang kepada teller.',
    'Simpan bukti setoran Anda.',
  ],
})

/**
 * The steps at the other bank, which calls a payment into a virtual account a bill payment. Its name comes from the
 * account.
 */
const atOtherBank = ({ vaName, vaNumber, vaBank }: DepositAccount): Steps => ({
  ATM: [
    `Masukkan kartu ATM ${vaBank} dan PIN Anda.`,
    'Pilih Pembayaran, lalu Tagihan Lainnya.',
    `Masukkan nomor virtual account ${vaNumber}.`,
    'Masukkan nominal deposit.',
    `Periksa nama tujuan ${vaName} dan nominalnya, lalu konfirmasi.`,
  ],
  'Internet Banking': [
    `Masuk ke Internet Banking ${vaBank}.`,
    'Pilih Pembayaran, lalu Tagihan Lainnya.',
    `Masukkan nomor virtual account ${vaNumber} dan nominal deposit.`,
    `Periksa nama tujuan ${vaName} dan nominalnya.`,
    'Masukkan kode OTP untuk menyelesaikan pembayaran.',
  ],
  'Mobile Banking': [
    `Masuk ke aplikasi Mobile Banking ${vaBank}.`,
    'Pilih Pembayaran, lalu Virtual Account.',
    `Masukkan nomor virtual account ${vaNumber} dan nominal deposit.`,
    `Periksa nama tujuan ${vaName} dan nominalnya.`,
    'Konfirmasi dengan PIN Anda.',
  ],
  Teller: [
    `Kunjungi kantor cabang ${vaBank} dan ambil slip setoran.`,
    `Tulis nomor virtual account ${vaNumber}, nama ${vaName}, dan nominalnya.`,
    'Serahkan slip beserta uang kepada teller.',
    'Simpan bukti setoran Anda.',
  ],
})

/** The steps for paying into an account, by channel; the menus of the banks differ. */
export const instructionsFor = (account: DepositAccount): Steps =>
  account.methodPayment === 1 ? atBni(account) : atOtherBank(account)
