import classes from './calibration.module.css';

/** One of several choices, with what it means. Focus and pointer show its preview. */
export function Option({
  group,
  name,
  detail,
  checked,
  disabled,
  onChoose,
  onPreview,
}: {
  group: string;
  name: string;
  detail: string | null;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  /** Shows what the choice would give, or no longer. */
  onPreview?: (shown: boolean) => void;
}) {
  return (
    <label
      className={classes.option}
      data-checked={checked}
      data-disabled={disabled}
      onPointerEnter={() => onPreview?.(true)}
      onPointerLeave={() => onPreview?.(false)}
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        onFocus={() => onPreview?.(true)}
        onBlur={() => onPreview?.(false)}
      />
      <span>{name}</span>
      {detail !== null && <small>{detail}</small>}
    </label>
  );
}
