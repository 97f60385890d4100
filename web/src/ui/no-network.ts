/** Section 8 of the specification. */
export const noNetwork = 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.'
