import type { Random } from './random.ts'

// The lists contain common words only, and names are drawn at random, so any likeness to a person or a firm is
// coincidence.
const GIVEN = `Agus Bambang Budi Dedi Eko Hendra Joko Slamet Sugeng Teguh Wahyu Yanto Asep Cecep Dadang Ujang Euis Neneng
Siti Sri Endang Wulan Ratna Dewi Fitri Nurul Aisyah Rahma Yuliana Maria Kristina Yohanes Petrus Markus Lukas Martha
Wayan Made Nyoman Ketut Gede Komang Luh Putu Andi Baso Daeng Tenri Ma'ruf Ridwan Zainal Fauzan Hafiz Nurdin Ismail
Togar Bonar Saut Tiur Rotua Marlina Lamhot José Adelina Ferdinan Yosef Melki Novita Rini Lestari Indah Puspita Rizky`
const FAMILY = `Santoso Wibowo Pranoto Kusuma Hartono Setiawan Prasetyo Nugroho Suryadi Gunawan Permana Hidayat Sutisna
Kurniawan Rahayu Suhartini Siregar Nasution Lubis Harahap Sinaga Simbolon Tambunan Hutabarat Ginting Sembiring Tarigan
Chaniago Piliang Tanjung Sikumbang Koto Arifin Syahputra Batubara Rusli Mappanyukki Palinggi Tandi Rantepao Lamak
Pattiasina Latuconsina Tuasikal Wattimena Manuhutu Rumbiak Wanggai Yoku Kogoya Tabuni Da-Costa Fernandes Soares Lengkong
Mandagi Rumengan Wowor Sudarsana Adnyana Suardana Wirawan Halim Kartika Anggraini Mahendra Utomo Purnomo`
const FORMS = [
  'UD',
  'CV',
  'Toko',
  'Usaha',
  'Koperasi',
  'Warung',
  'Kios',
  'Rumah Produksi',
  'Bengkel',
  'Kelompok Usaha',
]
const PLACES = `Musi Brantas Rinjani Toba Mahakam Kapuas Serayu Citarum Batanghari Kerinci Merapi Lawu Sindoro Agung Batur
Tambora Latimojong Poso Tondano Bunaken Banda Seram Arfak Sentani Baliem Sumba Flores Rote Timor Barito Meratus Krakatau
Galunggung Ciremai Muria Bromo Singkarak Maninjau Lematang Asahan`
const VIRTUES = `Berkah Makmur Sentosa Jaya Mandiri Sejahtera Lestari Abadi Bersama Mulia Rezeki Harapan Subur Maju Amanah
Bahagia Damai Setia Tekun Rukun Gemilang Cahaya Karya Sumber Tani Bahari "Rasa" "Murah"`

const words = (list: string): string[] => list.split(/\s+/)
const [given, family, places, virtues] = [words(GIVEN), words(FAMILY), words(PLACES), words(VIRTUES)]

export const personName = (random: Random): string => `${random.pick(given)} ${random.pick(family)}`

/** An invented name of a small business. */
export function businessName(random: Random): string {
  const form = random.pick(FORMS)
  if (random.chance(25)) return `${form} ${random.pick(given)} ${random.pick(places)}`
  return `${form} ${random.pick(places)} ${random.pick(virtues)}${random.chance(8) ? ', cabang ' + random.pick(places) : ''}`
}
