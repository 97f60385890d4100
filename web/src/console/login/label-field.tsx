import { TextField } from '../../ui/text-field.tsx'

/** How long the name of a passkey may be. */
const longest = 60

type Props = { value: string; onChange: (value: string) => void; error?: string | null }

export const LabelField = ({ value, onChange, error }: Props) => (
  <TextField
    label="Nama passkey"
    hint="Supaya Anda mengenalinya nanti, misalnya Laptop kantor."
    maxLength={longest}
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** Why this is no name, or null. */
export const labelFault = (label: string): string | null =>
  label.trim() === '' ? 'Tulis nama passkey.' : null
