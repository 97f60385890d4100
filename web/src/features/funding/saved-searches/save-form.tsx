import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { longestName, mostSearches, nameProblem } from './name.ts'
import { type SavedSearch, useSave } from './queries.ts'

type Props = {
  current: MarketplaceFilters | null
  describe: (filters: MarketplaceFilters) => string
  /** The lender's saved searches; undefined while they load. */
  saved: readonly SavedSearch[] | undefined
}

/** A form that saves the search on the screen, or explains why it cannot be saved. */
export function SaveForm({ current, describe, saved }: Props) {
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const save = useSave()
  const count = saved?.length ?? 0

  if (current === null) {
    return (
      <p className="rounded-control bg-sunken p-4 text-mute">
        Pilih filter atau urutan di Marketplace, lalu simpan di sini dengan nama.
      </p>
    )
  }
  if (count >= mostSearches) {
    return (
      <p className="rounded-control bg-warn-tint p-4 text-warn">
        Sudah ada {mostSearches} pencarian, sebanyak yang dapat disimpan. Hapus salah satu untuk menyimpan
        yang baru.
      </p>
    )
  }
  const filters = current
  function submit() {
    const problem = nameProblem(name)
    setRefused(problem)
    if (problem !== null) return
    save.mutate(
      { name: name.trim(), filters },
      {
        onSuccess: () => {
          setName('')
          toast.success(`Pencarian ${name.trim()} tersimpan`)
        },
        onError: (error) => setRefused(messageOf(error)),
      },
    )
  }
  return (
    <form
      noValidate
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        className="flex-1"
        label="Nama pencarian"
        hint={describe(filters)}
        error={refused}
        autoComplete="off"
        maxLength={longestName}
        value={name}
        onChange={({ target }) => {
          setRefused(null)
          setName(target.value)
        }}
      />
      <Button type="submit" className="mt-6.5" busy={save.isPending}>
        Simpan
      </Button>
    </form>
  )
}
