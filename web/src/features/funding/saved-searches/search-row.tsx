import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { longestName, nameProblem } from './name.ts'
import { type SavedSearch, useDelete, useRename, useSave } from './queries.ts'

type Props = {
  search: SavedSearch
  /** The filters of the search, described in one line. */
  text: string
  /** True when the search was just deleted and can still be restored. */
  isDeleted: boolean
  /** True for the search that was just restored: it takes the focus over from the button that is gone. */
  isRestored: boolean
  onApply: () => void
  onDeleted: () => void
  onRestored: () => void
}

/** Moves the focus to an element that replaces the pressed button. */
const focusOnMount = (element: HTMLElement | null) => element?.focus()

/** One saved search, with buttons to apply, rename, delete and restore it. */
export function SearchRow(props: Props) {
  const { search, isDeleted, isRestored } = props
  const [renaming, setRenaming] = useState(false)
  /** True after the rename form was closed: the focus then returns to its button. */
  const [returned, setReturned] = useState(false)
  if (isDeleted) return <Deleted {...props} />
  if (renaming) {
    return (
      <RenameForm
        search={search}
        onClosed={() => {
          setReturned(true)
          setRenaming(false)
        }}
      />
    )
  }
  return <Shown {...props} focusRename={returned || isRestored} onRename={() => setRenaming(true)} />
}

type ShownProps = Props & { focusRename: boolean; onRename: () => void }

function Shown({ search, text, onApply, onDeleted, focusRename, onRename }: ShownProps) {
  const remove = useDelete()
  return (
    <div className="flex items-center gap-1 py-1.5">
      <button
        type="button"
        className="-ml-3 min-w-0 flex-1 rounded-control px-3 py-2 text-left hover:bg-idle-tint"
        onClick={onApply}
      >
        <span className="sr-only">Pakai </span>
        <span className="block truncate font-semibold text-brand">{search.name}</span>
        <span className="block text-table text-mute">{text}</span>
      </button>
      <IconButton
        label={`Ganti nama ${search.name}`}
        {...(focusRename && { ref: focusOnMount })}
        onClick={onRename}
      >
        <Pencil size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={`Hapus ${search.name}`}
        className="-mr-3"
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(search.savedSearchId, {
            onSuccess: onDeleted,
            onError: (error) => toast.error(messageOf(error)),
          })
        }
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </div>
  )
}

function Deleted({ search, onRestored }: Props) {
  const save = useSave()
  return (
    <div className="flex items-center justify-between gap-3 py-1.5">
      <p role="status" className="min-w-0 truncate py-2 text-mute">
        {search.name} dihapus.
      </p>
      <Button
        variant="quiet"
        className="-mr-3 px-3!"
        ref={focusOnMount}
        busy={save.isPending}
        onClick={() =>
          save.mutate(
            { name: search.name, filters: search.filters },
            { onSuccess: onRestored, onError: (error) => toast.error(messageOf(error)) },
          )
        }
      >
        Urungkan
        <span className="sr-only"> penghapusan {search.name}</span>
      </Button>
    </div>
  )
}

function RenameForm({ search, onClosed }: { search: SavedSearch; onClosed: () => void }) {
  const [name, setName] = useState(search.name)
  const [refused, setRefused] = useState<string | null>(null)
  const rename = useRename()
  function submit() {
    if (name.trim() === search.name) return onClosed()
    const problem = nameProblem(name)
    setRefused(problem)
    if (problem !== null) return
    rename.mutate(
      { savedSearchId: search.savedSearchId, name: name.trim() },
      { onSuccess: onClosed, onError: (error) => setRefused(messageOf(error)) },
    )
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        className="min-w-48 flex-1"
        label={`Nama baru untuk ${search.name}`}
        hideLabel
        ref={focusOnMount}
        autoComplete="off"
        maxLength={longestName}
        value={name}
        error={refused}
        onChange={({ target }) => {
          setRefused(null)
          setName(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Closes only the field, not the dialog around it.
          event.stopPropagation()
          onClosed()
        }}
      />
      <span className="flex gap-2">
        <Button type="submit" variant="secondary" className="px-4!" busy={rename.isPending}>
          Simpan
        </Button>
        <Button variant="quiet" className="px-3!" onClick={onClosed}>
          Batal
        </Button>
      </span>
    </form>
  )
}
