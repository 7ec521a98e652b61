import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import { MENU_ITEM, PANEL, POSITIONER, type PopupButtonProps, triggerClasses } from '../popup-style.ts'

export interface Choice<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
}

export interface ChoiceMenuProps<Name extends string> extends PopupButtonProps {
  readonly choices: readonly Choice<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** Open at first: it replaces a plain button that was clicked. */
export function ChoiceMenu<Name extends string>({
  button,
  label,
  align = 'start',
  className,
  choices,
  chosen,
  onChoose,
}: ChoiceMenuProps<Name>): ReactNode {
  const id = useId()
  // In place and not at the end of the document, so that it is inside a landmark.
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <div className="relative min-w-0" ref={setPlace}>
      <Menu.Root
        defaultOpen
        defaultTriggerId={id}
        modal={false}
        onOpenChangeComplete={(open) => {
          if (open) popup.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
        }}
      >
        <Menu.Trigger aria-label={label} className={triggerClasses(className)} id={id}>
          {button}
          <Icon name="chevronDown" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align={align} className={POSITIONER} collisionPadding={12} sideOffset={4}>
            <Menu.Popup className={PANEL} ref={popup}>
              <Menu.RadioGroup onValueChange={onChoose} value={chosen}>
                {choices.map(({ name, label }) => (
                  <Menu.RadioItem className={MENU_ITEM} closeOnClick key={name} value={name}>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
