;; Multiplies rows of signed bytes with one row of 16-bit integers, 16 components at a time.
;; After a change: npx -p wabt wat2wasm dot-products.wat --output=- | base64 -w0, and put the result into vector-scanner.ts.
(module
  (import "scan" "memory" (memory 1))
  (func (export "multiply") (param $row i32) (param $end i32) (param $step i32) (param $query i32) (param $queryEnd i32) (param $out i32)
    (local $at i32) (local $q i32) (local $bytes v128) (local $sum v128)
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $row))
        (local.set $q (local.get $query))
        (loop $components
          (local.set $bytes (v128.load (local.get $at)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $q)))
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $q))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $components (i32.lt_u (local.get $q) (local.get $queryEnd))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (local.get $step)))
        (br $rows)))))
