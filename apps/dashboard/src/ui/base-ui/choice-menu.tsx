import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useRef } from 'react'
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

/** A button with a menu of choices, one of which is current. */
export function ChoiceMenu<Name extends string>({
  button,
  label,
  align = 'start',
  className,
  choices,
  chosen,
  onChoose,
}: ChoiceMenuProps<Name>): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className="relative min-w-0" ref={place}>
      <Menu.Root modal={false}>
        <Menu.Trigger aria-label={label} className={triggerClasses(className)}>
          {button}
          <Icon name="chevronDown" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align={align} className={POSITIONER} collisionPadding={12} sideOffset={4}>
            <Menu.Popup className={PANEL}>
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
