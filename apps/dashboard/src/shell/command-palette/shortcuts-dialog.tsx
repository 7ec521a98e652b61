import { type ReactNode, useState } from 'react'
import { currentCommands } from '../../commands/commands.ts'
import { useKeysOn } from '../../commands/keys.ts'
import { t } from '../../messages/messages.ts'
import { CheckboxField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from './key.tsx'

/** The keys of this page, and whether single keys do anything. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [on, turn] = useKeysOn()
  const [commands] = useState(() => currentCommands().filter(({ key }) => key !== undefined))
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')}>
      <dl className="grid gap-1.5">
        <Shortcut keys={isApple() ? ['⌘', 'K'] : ['Ctrl', 'K']} label={t('palette.open')} />
        {on && <Shortcut keys={['?']} label={t('shortcuts.show')} />}
        {on && commands.map(({ id, key = '', label }) => <Shortcut key={id} keys={[key]} label={label} />)}
      </dl>
      {on && commands.length === 0 && <p className="mt-3 text-muted text-sm">{t('shortcuts.elsewhere')}</p>}
      <CheckboxField
        checked={on}
        className="mt-4 border-t pt-4"
        hint={t('shortcuts.single_keys_hint')}
        label={t('shortcuts.single_keys')}
        onChange={turn}
      />
    </Dialog>
  )
}

function Shortcut({ label, keys }: { readonly label: string; readonly keys: readonly string[] }): ReactNode {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt>{label}</dt>
      <dd className="flex gap-1">
        {keys.map((name) => (
          <Key key={name} name={name} />
        ))}
      </dd>
    </div>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
