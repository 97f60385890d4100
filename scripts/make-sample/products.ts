import type { InterestType, TenorPeriod } from '../../server/src/loans/testing.ts'
import type { Random } from './random.ts'

/** New terms of a sample loan. Loans of the source are all monthly annuities; some get other terms, for variety. */
interface Recut {
  interestType: InterestType
  tenorPeriod: TenorPeriod
  tenors: readonly number[]
}

/** One product of the sample's operator. */
export interface Product {
  name: string
  borrower: 'business' | 'person'
  /** Percentage of its loans that get a shorter tenor than the real one. */
  recutPercent: number
  recuts: readonly Recut[]
  /** The purpose of the loan, as the middle of a sentence. */
  purposes: readonly string[]
}

const MONTHLY: Recut = { interestType: 'ANNUITY', tenorPeriod: 'MONTH', tenors: [6, 9, 12, 18, 24] }
const FLAT: Recut = { interestType: 'FLAT', tenorPeriod: 'MONTH', tenors: [3, 6, 10, 12, 18] }
const WEEKLY: Recut = { interestType: 'FLAT', tenorPeriod: 'WEEK', tenors: [12, 25, 50] }
const HARVEST: Recut = { interestType: 'BULLET', tenorPeriod: 'MONTH', tenors: [4, 5, 6, 8] }
const INVOICE: Recut = { interestType: 'BULLET', tenorPeriod: 'DAY', tenors: [30, 45, 60, 90, 120, 180] }

const WORKING_CAPITAL: Product = {
  name: 'Modal Usaha',
  borrower: 'business',
  recutPercent: 35,
  recuts: [MONTHLY, FLAT, WEEKLY],
  purposes: [
    'menambah stok barang dagangan',
    'membeli mesin produksi',
    'membuka cabang baru',
    'membeli bahan baku',
    'menggabungkan beberapa utang usaha menjadi satu angsuran',
    'memperbaiki tempat usaha',
  ],
}
const INVOICES: Product = {
  name: 'Invoice Financing',
  borrower: 'business',
  recutPercent: 100,
  recuts: [INVOICE],
  purposes: [
    'membiayai tagihan yang belum jatuh tempo',
    'menutup biaya produksi sampai tagihan dibayar',
    'membayar pemasok sebelum tagihan cair',
  ],
}
const FARMING: Product = {
  name: 'Pertanian',
  borrower: 'business',
  recutPercent: 70,
  recuts: [HARVEST, MONTHLY],
  purposes: [
    'membeli bibit dan pupuk',
    'menyewa lahan untuk musim tanam berikutnya',
    'membeli pakan ternak',
    'memasang pompa air tenaga surya',
    'memperbaiki gudang hasil panen',
  ],
}
const HOUSE: Product = {
  name: 'Renovasi Rumah',
  borrower: 'person',
  recutPercent: 15,
  recuts: [MONTHLY],
  purposes: [
    'mengganti atap rumah',
    'menambah kamar',
    'memperbaiki dapur dan kamar mandi',
    'membayar uang muka rumah',
  ],
}
const STUDY: Product = {
  name: 'Pendidikan',
  borrower: 'person',
  recutPercent: 40,
  recuts: [MONTHLY, FLAT],
  purposes: ['membayar uang kuliah', 'mengikuti pelatihan kerja', 'membayar biaya masuk sekolah anak'],
}
const CONSUMER: Product = {
  name: 'Konsumtif',
  borrower: 'person',
  recutPercent: 30,
  recuts: [MONTHLY, FLAT, WEEKLY],
  purposes: ['membeli perabot rumah tangga', 'membeli peralatan elektronik', 'memenuhi kebutuhan keluarga'],
}
const VEHICLE: Product = {
  name: 'Kendaraan',
  borrower: 'person',
  recutPercent: 15,
  recuts: [MONTHLY],
  purposes: ['membeli sepeda motor', 'membeli mobil bekas', 'memperbaiki kendaraan kerja'],
}
const HEALTH: Product = {
  name: 'Kesehatan',
  borrower: 'person',
  recutPercent: 40,
  recuts: [MONTHLY, FLAT],
  purposes: ['membayar biaya rawat inap', 'membayar biaya persalinan', 'membayar perawatan gigi'],
}

const only = (product: Product, ...purposes: string[]): Product => ({ ...product, purposes })

// Nearly half of the source is debt consolidation, which a productive lender does not offer, so its loans are
// distributed over three products with a rewritten purpose; sample/README.md explains it.
const BY_PURPOSE: Readonly<Record<string, readonly Product[]>> = {
  debt_consolidation: [WORKING_CAPITAL, WORKING_CAPITAL, INVOICES, FARMING],
  credit_card: [only(CONSUMER, 'melunasi tagihan kartu kredit')],
  other: [CONSUMER],
  home_improvement: [HOUSE],
  major_purchase: [CONSUMER],
  small_business: [WORKING_CAPITAL],
  car: [VEHICLE],
  wedding: [only(CONSUMER, 'membiayai pernikahan')],
  medical: [HEALTH],
  moving: [only(CONSUMER, 'membayar biaya pindah rumah')],
  house: [only(HOUSE, 'membayar uang muka rumah')],
  educational: [STUDY],
  vacation: [only(CONSUMER, 'membiayai perjalanan keluarga')],
  renewable_energy: [only(FARMING, 'memasang pompa air tenaga surya', 'memasang panel surya di gudang')],
}

/**
 * The product under which a LendingClub purpose is offered.
 * @throws Error for a purpose that the source does not have
 */
export function productFor(purpose: string, random: Random): Product {
  const products = BY_PURPOSE[purpose]
  if (products === undefined) throw new Error(`unknown purpose "${purpose}"`)
  return random.pick(products)
}
