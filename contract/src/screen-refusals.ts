import { formatRupiah } from './format/rupiah.ts'

type Amount = { amount?: number }

const fixed = (sentence: string) => ({ status: 400, sentence: () => sentence })
const withAmount = (before: string) => ({
  status: 400,
  sentence: ({ amount = 0 }: Amount) => `${before} ${formatRupiah(amount)}`,
})

/**
 * The refusals that the screens find by the same rules before they ask the server. In a file of their own, so that a
 * screen fetches these sentences and not those of the whole catalogue.
 */
export const screenRefusals = {
  CASH_TOO_LOW: withAmount('Jumlah cash balance saat ini'),
  FUNDING_BELOW_MINIMUM: withAmount('Minimum jumlah pendanaan adalah'),
  FUNDING_ABOVE_OUTSTANDING: withAmount('Jumlah pendanaan maksimal adalah'),
  FUNDING_BAD_REMAINDER: withAmount('Sisa pendanaan tidak boleh kurang dari'),
  BULK_CLOSED: fixed(
    'Semua pinjaman produk ini baru saja terdanai. Yang batal didanai dapat dibuka kembali selama masa penawarannya.',
  ),
  BULK_CASH_TOO_LOW: fixed('Cash balance anda tidak mencukupi'),
  WITHDRAWAL_ABOVE_BALANCE: fixed('Jumlah penarikan melebihi saldo yang tersedia'),
  WITHDRAWAL_BELOW_MINIMUM: withAmount('Minimum jumlah penarikan dana adalah'),
  WITHDRAWAL_FEE_ABOVE_BALANCE: {
    status: 400,
    sentence: ({ amount }: Amount) =>
      `Saldo tidak cukup untuk jumlah ini dan biaya transfernya. ${
        amount === undefined
          ? 'Pilih Tarik Semua.'
          : `Tarik paling banyak ${formatRupiah(amount)}, atau pilih Tarik Semua.`
      }`,
  },
} as const
