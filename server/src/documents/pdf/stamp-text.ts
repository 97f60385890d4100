export const stampLines = ({
  name,
  at,
  serial,
}: {
  name: string
  at: string
  serial: string
}): { text: string; role: 'note' | 'name' }[] => [
  { text: 'Ditandatangani secara elektronik oleh', role: 'note' },
  { text: name, role: 'name' },
  { text: at, role: 'note' },
  { text: `No. sertifikat ${serial}`, role: 'note' },
]
