import { type CompanyRole, companyRoles } from '@pematang/contract/lenders/company/rules'
import { useId } from 'react'
import { roleWords } from '../../../company/words.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'

export type Rights = { roles: readonly CompanyRole[]; isSignatory: boolean }

type Props = { value: Rights; error: string | null; onChange: (value: Rights) => void }

/** Why these roles cannot be given, or null. */
export const rolesFault = ({ roles }: Rights): string | null =>
  roles.length === 0 ? 'Pilih paling sedikit satu peran.' : null

/** The roles of a person, each with what it allows, and whether they sign for the company. */
export function RoleFields({ value: { roles, isSignatory }, error, onChange }: Props) {
  const id = useId()
  return (
    <div className="grid gap-4">
      <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="text-table font-medium">Peran</legend>
        <div className="mt-1 grid">
          {companyRoles.map((role) => (
            <Checkbox
              key={role}
              checked={roles.includes(role)}
              onChange={(isChosen) =>
                onChange({
                  roles: companyRoles.filter((one) => (one === role ? isChosen : roles.includes(one))),
                  isSignatory,
                })
              }
            >
              <span className="font-medium">{roleWords[role].name}</span>
              <span className="block text-table text-mute">{roleWords[role].does}</span>
            </Checkbox>
          ))}
        </div>
        <p id={`${id}-error`} role="alert" className={error ? 'text-table text-bad' : 'sr-only'}>
          {error}
        </p>
      </fieldset>
      <Checkbox checked={isSignatory} onChange={(signs) => onChange({ roles, isSignatory: signs })}>
        <span className="font-medium">Penanda tangan</span>
        <span className="block text-table text-mute">
          menandatangani perjanjian perusahaan pada penyedia tanda tangan elektronik; hanya satu orang
        </span>
      </Checkbox>
    </div>
  )
}
