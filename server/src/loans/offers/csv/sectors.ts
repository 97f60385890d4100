/** The sections of KBLI 2020, with CONSUMER for a loan of no business. */
export const sectors = {
  A: 'Pertanian, Kehutanan, dan Perikanan',
  B: 'Pertambangan dan Penggalian',
  C: 'Industri Pengolahan',
  D: 'Pengadaan Listrik, Gas, Uap/Air Panas, dan Udara Dingin',
  E: 'Pengelolaan Air, Air Limbah, dan Sampah',
  F: 'Konstruksi',
  G: 'Perdagangan Besar dan Eceran; Reparasi Mobil dan Sepeda Motor',
  H: 'Pengangkutan dan Pergudangan',
  I: 'Penyediaan Akomodasi dan Makan Minum',
  J: 'Informasi dan Komunikasi',
  K: 'Aktivitas Keuangan dan Asuransi',
  L: 'Real Estat',
  M: 'Aktivitas Profesional, Ilmiah, dan Teknis',
  N: 'Aktivitas Persewaan, Ketenagakerjaan, dan Penunjang Usaha',
  O: 'Administrasi Pemerintahan dan Jaminan Sosial Wajib',
  P: 'Pendidikan',
  Q: 'Aktivitas Kesehatan dan Sosial',
  R: 'Kesenian, Hiburan, dan Rekreasi',
  S: 'Aktivitas Jasa Lainnya',
  T: 'Aktivitas Rumah Tangga sebagai Pemberi Kerja',
  U: 'Aktivitas Badan Internasional',
  CONSUMER: 'Konsumtif',
} as const

export type Sector = keyof typeof sectors

export const sectorCodes = Object.keys(sectors) as Sector[]
