export const STATES =
  'If `state` is not `available`, there is no figure: `empty` means that nothing was collected for that span, `withheld` that too few visitors are behind it, `unavailable` that it cannot be known (see `reason`). Never read these as zero.'
