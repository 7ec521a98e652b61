/** Classes of the buttons above a report. */
export const PICKER_STYLE = 'border border-field-line bg-surface text-sm font-medium'
