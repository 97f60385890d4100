import { formatRupiah } from './format/rupiah.ts'
import { fixed, type Refusing, withAmount } from './refusing.ts'

/**
 * The refusals that the screens find by the same rules before they ask the server. In a file of their own, so that a
 * screen fetches these sentences and not those of the whole catalogue.
 */
export const screenRefusals = {
  CASH_TOO_LOW: withAmount(400, 'Jumlah cash balance saat ini'),
  FUNDING_BELOW_MINIMUM: withAmount(400, 'Minimum jumlah pendanaan adalah'),
  FUNDING_ABOVE_OUTSTANDING: withAmount(400, 'Jumlah pendanaan maksimal adalah'),
  FUNDING_BAD_REMAINDER: withAmount(400, 'Sisa pendanaan tidak boleh kurang dari'),
  BULK_CLOSED: fixed(
    400,
    'Semua pinjaman produk ini baru saja terdanai. Yang batal didanai dapat dibuka kembali selama masa penawarannya.',
  ),
  BULK_CASH_TOO_LOW: fixed(400, 'Cash balance anda tidak mencukupi'),
  WITHDRAWAL_ABOVE_BALANCE: fixed(400, 'Jumlah penarikan melebihi saldo yang tersedia'),
  WITHDRAWAL_BELOW_MINIMUM: withAmount(400, 'Minimum jumlah penarikan dana adalah'),
  WITHDRAWAL_FEE_ABOVE_BALANCE: {
    status: 400,
    sentence: ({ amount }) =>
      `Saldo tidak cukup untuk jumlah ini dan biaya transfernya. ${
        amount === undefined
          ? 'Pilih Tarik Semua.'
          : `Tarik paling banyak ${formatRupiah(amount)}, atau pilih Tarik Semua.`
      }`,
  },
} as const satisfies Record<string, Refusing>
